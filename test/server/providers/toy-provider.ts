import { createHmac, timingSafeEqual } from 'node:crypto';
import { ProviderError, type AccountReport, type Offers, type PaymentProvider } from '../../../src/server/index.ts';

/** An invoice as the toy server returns it. */
interface Invoice {
  readonly id: string;
  readonly reference: string;
  readonly state: 'open' | 'seen' | 'short' | 'settled' | 'gone';
  readonly address: string;
  /** In the coin: what is to be paid in all, what has arrived, and what is still to be sent. */
  readonly price: string;
  readonly received: string;
  readonly due: string;
  readonly transactions: readonly string[];
}

const PHASES = { open: 'awaiting', seen: 'detected', short: 'underpaid', settled: 'paid', gone: 'expired' } as const;

const phaseOf = (state: string) => (Object.hasOwn(PHASES, state) ? PHASES[state as Invoice['state']] : 'unknown');

const toReport = ({ id, reference, state, received, due, transactions }: Invoice): AccountReport => ({
  source: 'provider',
  id,
  paymentRef: reference,
  status: state,
  received,
  ...(state === 'short' && { due }),
  transactions,
});

/** The payments of a toy server, which keeps the money in its own wallet and signs the webhooks of the account. */
export function toy({ url, key, webhookSecret }: { url: string; key: string; webhookSecret: string }): PaymentProvider {
  async function call(path: string, signal: AbortSignal, body?: object): Promise<Response> {
    signal.throwIfAborted();
    const response = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
      signal,
    });
    if (response.ok || response.status === 404) return response;
    const code = response.status === 401 ? 'unauthorized' : response.status < 500 ? 'rejected' : 'service-error';
    throw new ProviderError(code, `${path}: the toy server answered ${response.status}`, {
      sent: true,
      status: response.status,
    });
  }

  /** Runs a call within its time, and turns each failure into a `ProviderError`. */
  async function within<T>(
    { timeout, signal }: { timeout: number; signal: AbortSignal },
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (signal.aborted) throw new ProviderError('aborted', 'Aborted before it was sent.', { sent: false });
    try {
      return await work(AbortSignal.any([signal, AbortSignal.timeout(timeout)]));
    } catch (cause) {
      if (cause instanceof ProviderError) throw cause;
      const { code } = Object((cause as Error).cause) as { code?: string };
      const sent = code !== 'ECONNREFUSED';
      throw new ProviderError('network', 'The toy server did not answer.', { sent, cause });
    }
  }

  return {
    name: 'toy',
    payouts: 'account',
    phaseOf,

    offers: (options) => within(options, async (signal) => (await (await call('/coins', signal)).json()) as Offers),

    // The server makes one invoice for each reference, so a creation that is sent twice makes no second one.
    create: (request, options) =>
      within(options, async (signal) => {
        if (request.method !== 'crypto')
          throw new ProviderError('unsupported', 'The toy server has coins only.', { sent: false });
        const { paymentRef: reference, amount, currency, coin, expiresAt } = request;
        const made = await call('/invoices', signal, { reference, amount, currency, coin, expiresAt });
        const { id, state, address, price } = (await made.json()) as Invoice;
        // The toy server is a test: a payment that is marked so pays no order without allowTestPayments.
        return { id, status: state, destination: address, amount: price, test: true };
      }),

    read: ({ id, paymentRef }, options) =>
      within(options, async (signal) => {
        const found = await call(`/invoices/${id ?? `by-reference/${paymentRef}`}`, signal);
        if (found.status === 404) return undefined;
        // The reference is not a field of a report.
        const { paymentRef: _, ...report } = toReport((await found.json()) as Invoice);
        return report;
      }),

    async readAccountWebhook({ body, headers }) {
      const expected = createHmac('sha256', webhookSecret).update(body).digest();
      const given = Buffer.from(headers.get('toy-signature') ?? '', 'hex');
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged';
      const { invoice } = JSON.parse(new TextDecoder().decode(body)) as { invoice?: Invoice };
      return invoice ? [{ ...toReport(invoice), source: 'webhook' }] : 'ignored';
    },
  };
}
