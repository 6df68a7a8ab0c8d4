import { once } from 'node:events';
import { connect } from 'node:net';

/** Whether a program listens at the host and port of a URL. */
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
