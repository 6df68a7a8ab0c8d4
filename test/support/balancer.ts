import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** One address for several processes: each connection goes to the next one in turn that takes it. */
export async function startBalancer(ports: readonly number[]): Promise<{ readonly url: string; close(): void }> {
  const sockets = new Set<Socket>();
  let turn = 0;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    keep(client);
    const first = (turn += 1);
    const attempt = (tries: number): void => {
      const upstream = connect(ports[(first + tries) % ports.length]!, '127.0.0.1');
      keep(upstream);
      let taken = false;
      upstream.on('connect', () => {
        taken = true;
        client.pipe(upstream).pipe(client);
        client.on('close', () => upstream.destroy());
      });
      upstream.on('close', () => {
        if (taken || tries + 1 === ports.length) client.destroy();
        else attempt(tries + 1);
      });
    };
    attempt(0);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
