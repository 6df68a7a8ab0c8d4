import type { Server } from 'node:http';
import type { Shop } from './types.ts';

/** The longest wait for requests that are being answered, in milliseconds. */
const REQUESTS_MS = 3_000;

/**
 * The longest wait in all, in milliseconds: Docker kills a container after 10 s. A call of `onPaid` that has not ended is
 * repeated after the next start.
 */
const LIMIT_MS = 8_000;

/**
 * Ends this process at SIGTERM and SIGINT: it accepts no more connections, answers the payers who wait, and lets running
 * calls of `onPaid` end. Node itself would ignore the signals as process 1 of a container.
 *
 * @param server - the `node:http` server of the shop
 */
export function endAtSignal(server: Server, checkout: Shop['checkout']) {
  let isEnding = false;
  async function end() {
    if (isEnding) return; // npm sends a signal again that the terminal has sent to both
    isEnding = true;
    const closed = new Promise((resolve) => server.close(resolve));
    server.keepAliveTimeout = 1; // a connection that was answered is closed, and not kept for the next request
    setTimeout(() => server.closeAllConnections(), REQUESTS_MS).unref();
    setTimeout(() => process.exit(1), LIMIT_MS).unref();
    await checkout.close();
    await closed;
    process.exit();
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, end);
}

/**
 * The same for a framework that closes its server itself: payers who wait are answered, and connections that browsers
 * keep open do not delay the end.
 */
export function closeAtSignal(checkout: Shop['checkout']) {
  let isEnding = false;
  async function end() {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(1), LIMIT_MS).unref();
    await checkout.close();
    setTimeout(() => process.exit(), REQUESTS_MS).unref();
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, end);
}
