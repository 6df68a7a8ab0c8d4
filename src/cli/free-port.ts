import { once } from 'node:events';
import { createServer } from 'node:net';

/** The number of ports that are tried. */
const TRIES = 20;

/** The greatest port. */
const PORT_MAX = 65_535;

/** Returns the first free port of this machine after a port that is in use. Undefined when the next 20 are in use too. */
export async function findFreePort(taken: number): Promise<number | undefined> {
  for (let port = taken + 1; port <= Math.min(taken + TRIES, PORT_MAX); port += 1) if (await isFree(port)) return port;
  return undefined;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
