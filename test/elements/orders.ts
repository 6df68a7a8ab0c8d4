import { fixture, html } from '@open-wc/testing';
import type { PayCheckoutElement } from '../../src/elements/pay-checkout/pay-checkout.ts';
import { until } from './support.ts';

/** What `GET orders/1001` answers. */
export const order = (fields: object = {}) => ({
  order: '1001',
  amount: '48.20',
  currency: 'USD',
  methods: [
    { method: 'crypto', coins: ['BTC', 'ETH', 'ERC20/USDT'].map((symbol) => ({ symbol })) },
    { method: 'wallet' },
    { method: 'localcode' },
  ],
  payments: [],
  ...fields,
});

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });

export const refused = (code: string, status: number, beside: object = {}, headers: Record<string, string> = {}) =>
  json({ error: { code }, ...beside }, status, headers);

type Answer = (body: { order: string; method: string; coin?: string }) => Response | Promise<Response>;

/** A shop's backend in the page, for as long as a test runs. */
export class Backend {
  readonly requests: string[] = [];
  /** The query of each request. */
  readonly queries: string[] = [];
  /** What payments were asked for: `BTC`, `wallet`. */
  readonly choices: string[] = [];
  onOrder: () => Response | Promise<Response> = () => json(order());
  onPayment: Answer = () => refused('internal', 500);
  /** What the status addresses answer; without it they answer as the order does. */
  onStatus: ((url: URL) => Response | Promise<Response>) | undefined;
  readonly #real = window.fetch.bind(window);

  constructor() {
    window.fetch = async (input, init) => {
      const url = input instanceof Request ? input.url : input;
      const address = new URL(url, location.href);
      const { pathname } = address;
      if (!pathname.startsWith('/pay/')) return this.#real(input, init);
      this.requests.push(`${init?.method ?? 'GET'} ${pathname}`);
      this.queries.push(address.search);
      const left = new Promise<never>((_, refuse) =>
        init?.signal?.addEventListener('abort', () => refuse(new DOMException('called off', 'AbortError'))),
      );
      if (this.onStatus && pathname.startsWith('/pay/status/')) return Promise.race([this.onStatus(address), left]);
      if (init?.method !== 'POST') return Promise.race([this.onOrder(), left]);
      const body = JSON.parse(init.body as string) as Parameters<Answer>[0];
      this.choices.push(body.coin ?? body.method);
      return Promise.race([this.onPayment(body), left]);
    };
  }

  close() {
    window.fetch = this.#real;
  }
}

/** An answer that comes when the test says so. */
export function later() {
  let give: (response: Response) => void = () => {};
  let refuse: () => void = () => {};
  const answer = new Promise<Response>((done, fail) => {
    give = done;
    refuse = () => fail(new TypeError('Failed to fetch'));
  });
  return { answer, give, refuse };
}

/** The tag on the page, with its card. */
export async function checkout(
  src = '/pay/orders/1001',
  inside: unknown = '',
  create = 'auto',
): Promise<PayCheckoutElement> {
  const tag = await fixture<PayCheckoutElement>(
    html`<pay-checkout src=${src} create=${create}>${inside}</pay-checkout>`,
  );
  await until(() => tag.shadowRoot?.querySelector('[role=status], pay-crypto, pay-wallet, pay-localcode'));
  await tag.updateComplete;
  return tag;
}
