import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** Lets nothing through any more, either way, on connections that have sent this; they stay open. */
  freeze(sent: string): void;
  close(): void;
}

/** A way to a server that can fall silent, as one through a router that forgot it does. */
export async function startProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const pairs: { readonly sockets: readonly [Socket, Socket]; sent: string }[] = [];
  const server = createServer((client) => {
    const upstream = connect(Number(port || 5432), hostname);
    const pair = { sockets: [client, upstream] as const, sent: '' };
    pairs.push(pair);
    client.on('data', (bytes) => (pair.sent += String(bytes).toLowerCase()));
    client.pipe(upstream).pipe(client);
    for (const socket of pair.sockets) {
      socket.on('error', () => {});
      socket.on('close', () => pair.sockets.forEach((other) => other.destroy()));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    freeze(sent) {
      for (const { sockets } of pairs.filter((pair) => pair.sent.includes(sent.toLowerCase())))
        for (const socket of sockets) socket.unpipe().pause();
    },
    close() {
      server.close();
      for (const { sockets } of pairs) for (const socket of sockets) socket.destroy();
    },
  };
}
