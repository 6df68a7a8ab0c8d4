import { createSandbox, type Sandbox } from '../../src/sandbox/service.ts';
import { createCheckout, memoryStore, type Order, type TransportRequest } from '../../src/server/index.ts';
import { answerInPage, served, SHOP, type InPage } from './in-page.ts';

const EVM = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

/** What is bought, and where the shop's money goes. In a shop this is its own database. */
const ORDER: Order = {
  amount: '19.99',
  currency: 'USD',
  payout: {
    crypto: { BTC: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', ETH: EVM, 'ERC20/USDT': EVM },
    wallet: 'till@northwind.example',
    localcode: { currency: 'USD', payoutCryptoCoin: 'ETH', payoutAddress: EVM },
  },
};

/** Two blocks, in a visitor's time. Milliseconds. */
const BLOCK_MS = 600;

/** A shop and its payment service, both in the page. */
export interface Chain {
  /** The name of the one order. */
  readonly order: string;
  /** Where the shop's handler is mounted. */
  readonly payUrl: string;
  /** Where the hosted pages would be. */
  readonly serviceUrl: string;
  /** Plays the payer. */
  readonly control: Sandbox['control'];
  readonly close: () => Promise<void>;
}

/**
 * The whole chain without a network: the tag asks the shop's handler, the handler asks the service by its client,
 * the service is the sandbox's pure core, and its webhooks come back into the handler. Only the two wires are
 * ours: a transport into `sandbox.handle`, and a sender into `checkout.fetch`.
 *
 * @param payUrl - Where `handle` is to be mounted: `answerInPage(payUrl, handle)`.
 * @param onNews - Called after each webhook.
 */
export function createChain(payUrl: string, onNews: () => void = () => {}): Chain & { readonly handle: InPage } {
  const serviceUrl = 'https://service.example';

  const sandbox = createSandbox({
    url: serviceUrl,
    webhookTargets: 'any',
    contractGaps: { confirmations: { required: 2, everyMs: BLOCK_MS } },
    async send(url, body) {
      const headers = { 'content-type': 'application/json' };
      const answer = await checkout.fetch(await served(new Request(url, { method: 'POST', headers, body })));
      queueMicrotask(onNews);
      return { status: answer.status, text: await answer.text() };
    },
  });

  const service = {
    baseUrl: serviceUrl,
    apiKey: sandbox.storeApiKey,
    async transport({ method, url, headers, body = '' }: TransportRequest) {
      const { pathname, search } = new URL(url);
      const answer = await sandbox.handle({ method, path: pathname + search, headers, body });
      return { status: answer.status, headers: answer.headers, text: answer.body };
    },
  };

  const checkout = createCheckout({
    service,
    secret: 'thirty-two bytes that nobody guesses, for a preview',
    publicUrl: payUrl,
    store: memoryStore(),
    allowTestPayments: true,
    // The memory store and the test payments are wanted here: no warning in the reader's console.
    log: false,
    creationLimit: { visitor: () => 'the reader of the page' },
    order: (name) => (name === '1001' ? ORDER : undefined),
  });

  return {
    handle: checkout.fetch,
    order: '1001',
    payUrl,
    serviceUrl,
    control: sandbox.control,
    async close() {
      sandbox.close();
      await checkout.close();
    },
  };
}

let opened = 0;

/** A chain that answers requests of the page. */
export function openChain(onNews: () => void): Chain {
  const { handle, ...chain } = createChain(`${SHOP}/chain-${++opened}/pay`, onNews);
  const hangUp = answerInPage(chain.payUrl, handle);
  return {
    ...chain,
    async close() {
      hangUp();
      await chain.close();
    },
  };
}
