import type { Server } from 'node:http';

/** Prints where the shop can be opened, once its server listens. */
export function printAddress(server: Server) {
  const print = () => {
    const address = server.address();
    if (address === null || typeof address === 'string') return;
    const host = address.address === '127.0.0.1' ? address.address : 'localhost';
    console.log(`Shop: http://${host}:${address.port}`);
  };
  if (server.listening) print();
  else server.once('listening', print);
}
