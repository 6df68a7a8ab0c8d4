import { once } from 'node:events';
import { connect } from 'node:net';

/** Whether a program of this machine listens where a URL leads to. */
export async function isTaken(url: string): Promise<boolean> {
  const { protocol, hostname, port } = new URL(url);
  const socket = connect(Number(port || (protocol === 'https:' ? 443 : 80)), hostname.replace(/^\[|\]$/g, ''));
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
