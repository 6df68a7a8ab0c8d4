import { TransportError, type Transport } from './transport.ts';

/**
 * The default transport: `node:http`, which Bun and Deno also have.
 *
 * This is the only import of `node:` from web-standard code. It is dynamic and runs when the first request is sent. So
 * `pay-elements/server` can be loaded in a runtime without `node:http`; a call then fails with a clear error.
 */
export function createDefaultTransport(load = () => import('./node-transport.ts')): Transport {
  let transport: Promise<Transport> | undefined;
  return async (request) => {
    try {
      transport ??= load().then(({ nodeTransport }) => nodeTransport());
      await transport;
    } catch (cause) {
      transport = undefined;
      const reason = 'this runtime has no node:http, which this call needs: pass a transport';
      throw new TransportError('unsupported', reason, { sent: false, cause });
    }
    return (await transport)(request);
  };
}
