import { ConfigurationError } from '../server/configuration-error.ts';
import { kindOf } from '../server/read-options.ts';
import { startSandbox, type PayerActionResult, type RunningSandbox, type StartOptions } from '../sandbox/index.ts';

/** A payment of the service: a payment object with `tid`, `pid` or `bid` (contract 2.6 to 2.8), or that identifier. */
export type TestPayment =
  string | { readonly tid?: string | undefined; readonly pid?: string | undefined; readonly bid?: string | undefined };

/** The payment service for tests: the sandbox, with the payer actions. */
export interface TestService extends AsyncDisposable {
  /** The environment variables for a shop that runs in its own process. */
  readonly env: { readonly SERVICE_URL: string; readonly SERVICE_KEY: string };
  /** The sandbox below it, for what the actions here do not cover: `sandbox.control`. */
  readonly sandbox: RunningSandbox;
  /** Returns the service's time, in ms since 1970. */
  readonly now: () => number;
  /** Pays the exact amount, with the correct note or code, and waits until the webhooks are delivered. */
  readonly pay: (payment: TestPayment) => Promise<void>;
  /** Pays less than the amount due of a coin. `amount` is decimal text in the coin. Default: half. */
  readonly underpay: (payment: TestPayment, amount?: string) => Promise<void>;
  /**
   * Pays more than the amount due of a coin. `amount` is decimal text in the coin. Default: one and a half times.
   */
  readonly overpay: (payment: TestPayment, amount?: string) => Promise<void>;
  /** Pays the exact amount of a wallet payment with a note that belongs to no payment: it becomes unmatched. */
  readonly payWithWrongNote: (payment: TestPayment) => Promise<void>;
  /** Sends the last webhook of the payment again, unchanged, and waits for its response. */
  readonly repeatWebhook: (payment: TestPayment) => Promise<void>;
  /** Lets the payment expire at the service. */
  readonly expire: (payment: TestPayment) => Promise<void>;
  /** Moves the clock forward by `ms` milliseconds. Due timers run in their order. */
  readonly advance: (ms: number) => Promise<void>;
  /** Resolves when every webhook that was sent has a response. */
  readonly settled: () => Promise<void>;
  /** Closes the server with all its connections. Resolves when the port is free. */
  readonly close: () => Promise<void>;
}

/** The time until the only confirmation, so that one step of the clock makes a payment paid. Milliseconds. */
const CONFIRMATION_MS = 1_000;

/** No note of the sandbox has a space. */
const WRONG_NOTE = 'wrong note';

/** The requests to the service in a minute: more than a test sends. */
export const REQUESTS_PER_MINUTE = 10_000;

/**
 * Starts the payment service for a test. It listens on the loopback address and does not keep the process alive, so
 * that a test that fails before `close()` does not hang.
 *
 *     await using service = await startTestService();
 *     const shop = spawn('node', ['shop.mjs'], { env: { ...process.env, ...service.env } });
 *     // … the shop creates a payment …
 *     await service.pay(payment);
 *
 * @throws TypeError when a payment has no identifier; errors of the sandbox are rethrown, for example for an unknown
 *   payment
 */
export async function startTestService(options: StartOptions = {}): Promise<TestService> {
  if (kindOf(options) !== 'an object')
    throw new ConfigurationError('options', `an object such as { port: 4242 } is needed, not ${kindOf(options)}`);
  const { contractGaps, ...others } = options;
  const sandbox = await startSandbox({
    requestsPerMinute: REQUESTS_PER_MINUTE,
    quota: 1_000_000,
    ...others,
    unref: true,
    contractGaps: { confirmations: { required: 1, everyMs: CONFIRMATION_MS }, ...contractGaps },
  });
  const { control } = sandbox;
  let isClosed = false;

  function checkOpen(): void {
    if (isClosed) throw new Error('this test service is closed');
  }

  /** The identifier of a payment. @throws Error when the service is closed, or it has none */
  function opened(payment: TestPayment): string {
    checkOpen();
    return idOf(payment);
  }

  function close(): Promise<void> {
    isClosed = true;
    return sandbox.close();
  }

  async function act(result: PayerActionResult): Promise<void> {
    if (!result.accepted) throw new Error(`The service did not accept the payment: ${result.message}`);
    await control.advance(CONFIRMATION_MS);
    await control.settled();
  }

  return {
    env: { SERVICE_URL: sandbox.url, SERVICE_KEY: sandbox.apiKey },
    sandbox,
    now: () => control.now(),
    pay: async (payment) => act(control.pay(opened(payment))),
    underpay: async (payment, amount) => act(control.under(opened(payment), amount)),
    overpay: async (payment, amount) => act(control.over(opened(payment), amount)),
    payWithWrongNote: async (payment) => act(control.note(opened(payment), WRONG_NOTE)),
    async repeatWebhook(payment) {
      const [last] = control.deliveries(opened(payment));
      if (!last) throw new Error('repeatWebhook: the service has sent no webhook for this payment yet.');
      await control.repeat(last.number);
      await control.settled();
    },
    expire: async (payment) => act(control.expire(opened(payment))),
    async advance(ms) {
      checkOpen();
      if (!Number.isFinite(ms) || ms < 0)
        throw new TypeError('advance: a number of milliseconds from 0 on is needed, such as 20 * 60_000');
      await control.advance(ms);
      await control.settled();
    },
    settled: () => control.settled(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function idOf(payment: TestPayment): string {
  if (payment instanceof Promise) throw new TypeError('payment: a promise was given: await it');
  const { tid, pid, bid } = Object(payment) as Exclude<TestPayment, string>;
  const id = typeof payment === 'string' ? payment : (tid ?? pid ?? bid);
  if (!id)
    throw new TypeError(
      'payment: has no tid, pid or bid. Pass a payment of the service, the publicPayment of a stored one, or its identifier.',
    );
  return id;
}
