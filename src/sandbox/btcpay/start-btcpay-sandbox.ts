import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkValues, SERVER_OPTIONS } from '../check-options.ts';
import { isForeign, isLocalName } from '../http.ts';
import { openDataFile } from '../node/data-file.ts';
import { address, callback, object, type Rule } from '../rule.ts';
import { fetchSender, type WebhookSender } from '../webhooks/sender.ts';
import { answerGreenfield, type ApiState, type WebhookSettings } from './greenfield.ts';
import { Invoices, type Invoice, type StoreSettings } from './invoices.ts';
import { answerPanel } from './panel.ts';
import { RETRIES_MS, Webhooks } from './webhooks.ts';

/** The options of `startBtcpaySandbox`. */
export interface BtcpaySandboxOptions {
  /** The port. 0 uses any free port. Default: 0. */
  readonly port?: number;
  /** A file that keeps the invoices and the keys for the next start. By default nothing is kept. */
  readonly data?: string;
  /** Sends the webhooks. Default: with `fetch`. */
  readonly send?: WebhookSender;
  /** True lets the process end while the sandbox is still listening: for tests. Default: false. */
  readonly unref?: boolean;
}

/** A running sandbox of BTCPay Server, with the four values that `btcpay()` needs. */
export interface BtcpaySandbox extends AsyncDisposable {
  /** Its address, without a trailing slash: `BTCPAY_URL`, and the page with its invoices. */
  readonly url: string;
  /** `BTCPAY_STORE_ID`. */
  readonly storeId: string;
  /** `BTCPAY_API_KEY`. */
  readonly apiKey: string;
  /** `BTCPAY_WEBHOOK_SECRET`. */
  readonly webhookSecret: string;
  /** Sends webhooks to this address from now on; undefined sends none. @throws TypeError for any other value */
  readonly setWebhook: (url: string | undefined) => void;
  /** Closes the server and all its connections. */
  readonly close: () => Promise<void>;
}

/** What the tests of this package set and see, besides. @internal */
export interface BtcpaySandboxInternals {
  readonly store?: Partial<StoreSettings>;
  /** The version that it behaves as: before 2.4.1 an invoice has no payment methods in it. */
  readonly version?: string;
  /** The permissions of its key. One without a store, after a colon, is for all stores of the account. */
  readonly permissions?: readonly string[];
  /** The pauses before a failed webhook is sent again, in milliseconds. */
  readonly retries?: readonly number[];
  /** Called with each request and its response. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Called with the body of each webhook. */
  readonly onWebhook?: (body: string) => void;
}

/** A request to the API with its response. @internal */
export interface Exchange {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body: unknown;
  readonly status: number;
  readonly answer: unknown;
}

/** Returns a promise to hold the answer of a request until it resolves; undefined to answer at once. @internal */
export type Delay = (exchange: Exchange) => Promise<void> | undefined;

/** The longest body of a request, in characters. */
const BODY_MAX = 1_000_000;

/** The sandbox has no accounts, so it listens on the loopback address only. */
const LOOPBACK = '127.0.0.1';

const OPTIONS: Readonly<Record<keyof BtcpaySandboxOptions, Rule>> = { ...SERVER_OPTIONS, send: callback };

/** The permissions that `docs/btcpay.md` asks for. @internal */
export const PERMISSIONS = [
  'btcpay.store.canviewinvoices',
  'btcpay.store.cancreateinvoice',
  'btcpay.store.canviewstoresettings',
];

const STORE: StoreSettings = {
  paymentMethods: ['BTC-CHAIN', 'LTC-CHAIN'],
  rates: {
    'BTC-CHAIN/EUR': '59871.37',
    'BTC-CHAIN/USD': '64392.23',
    'LTC-CHAIN/EUR': '71.53',
    'LTC-CHAIN/USD': '77.01',
  },
  expirationMinutes: 15,
  paymentTolerance: 0,
  networkFee: '0.00000397',
  network: 'regtest',
};

const WEBHOOK: WebhookSettings = {
  enabled: true,
  automaticRedelivery: true,
  authorizedEvents: { everything: true, specificEvents: [] },
};

interface Kept {
  readonly storeId: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly invoices: readonly Invoice[];
}

/** @throws Error with the reason when the text is not of such a sandbox */
function readKept(text: string): Kept {
  const parsed: unknown = JSON.parse(text);
  const kept = Object(parsed) as Partial<Kept> & { readonly seed?: unknown };
  if (kept.seed !== undefined) throw new Error('it belongs to a sandbox of the payment service');
  const isKept = [kept.storeId, kept.apiKey, kept.webhookSecret].every(
    (each) => typeof each === 'string' && each !== '',
  );
  const isInvoice = (each: unknown) => {
    const { id, payments } = (object.accepts(each) ? each : {}) as Partial<Invoice>;
    return typeof id === 'string' && Array.isArray(payments);
  };
  if (!isKept || !Array.isArray(kept.invoices) || !kept.invoices.every(isInvoice))
    throw new Error('it has no storeId, apiKey, webhookSecret and invoices');
  return kept as Kept;
}

const newKept = (): Kept => ({
  storeId: randomBytes(22).toString('hex').slice(0, 44),
  apiKey: randomBytes(20).toString('hex'),
  webhookSecret: randomBytes(20).toString('base64url'),
  invoices: [],
});

/**
 * Starts a server on this machine that behaves like BTCPay Server: the part of its Greenfield API that the provider uses,
 * invoices with their states, and signed webhooks. The buttons of its page decide what happens to an invoice. No money
 * moves, and its addresses are of the test network.
 *
 *     const { url, storeId, apiKey, webhookSecret, setWebhook } = await startBtcpaySandbox();
 *     setWebhook('http://127.0.0.1:8080/pay/webhook/btcpay');
 *     createCheckout({ ...options, provider: btcpay({ url, storeId, apiKey, webhookSecret }), allowTestPayments: true });
 *
 * @throws {TypeError} when an option does not exist or has a wrong value; the message names it
 * @throws {Error} in production, and when the port is in use, or `data` cannot be read or written, or is in use
 */
export async function startBtcpaySandbox(options: BtcpaySandboxOptions = {}): Promise<BtcpaySandbox> {
  checkValues(options, OPTIONS);
  return startBtcpaySandboxWith(options);
}

/** `startBtcpaySandbox` with what the tests and the commands of this package need. */
export async function startBtcpaySandboxWith(options: BtcpaySandboxOptions & BtcpaySandboxInternals = {}) {
  if (process.env['NODE_ENV'] === 'production')
    throw new Error('The sandbox does not start with NODE_ENV=production: it simulates payments and moves no money.');
  const { port = 0, version = '2.4.1', retries = RETRIES_MS, data, send = fetchSender, unref = false } = options;
  const server = createServer().listen(port, LOOPBACK);
  await once(server, 'listening');
  if (unref) server.unref().on('connection', (socket) => socket.unref());
  const file = data === undefined ? undefined : openOrClose(data);
  const kept = file?.saved ?? newKept();
  const { storeId, apiKey, webhookSecret } = kept;
  const permissions = options.permissions ?? PERMISSIONS.map((permission) => `${permission}:${storeId}`);
  const settings: StoreSettings = { ...STORE, ...options.store };
  let webhookUrl: string | undefined;
  let webhookSettings = WEBHOOK;
  const webhooks = new Webhooks({
    url: () => webhookUrl,
    secret: webhookSecret,
    retries,
    send,
    onBody: options.onWebhook,
  });
  const timers = new Set<NodeJS.Timeout>();
  const invoices: Invoices = new Invoices(
    settings,
    (event) => {
      if (event.type === 'InvoiceCreated') expireInTime(event.invoice);
      webhooks.send(event);
    },
    kept.invoices,
  );
  /** The server looks at an invoice one second after it has expired. */
  function expireInTime({ id, expiration }: Invoice): void {
    const timer = setTimeout(() => invoices.update(id), Math.max(0, expiration * 1000 + 1000 - Date.now()));
    timer.unref();
    timers.add(timer);
  }
  for (const invoice of invoices.all.values()) if (invoice.status === 'New') expireInTime(invoice);
  try {
    file?.begin(() => JSON.stringify({ ...kept, invoices: [...invoices.all.values()] }));
  } catch (error) {
    for (const timer of timers) clearTimeout(timer);
    server.close();
    file?.release();
    throw error;
  }
  let delay: Delay = () => undefined;

  const state: ApiState = {
    invoices,
    settings,
    storeId,
    apiKey,
    permissions,
    webhooks: () => (webhookUrl === undefined ? [] : [{ id: 'webhook', url: webhookUrl, ...webhookSettings }]),
    version,
    url: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`,
    fault: undefined,
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    handle(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
      response.end(String(error));
    });
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/' } = request;
    const { authorization, host, origin, 'sec-fetch-site': site } = request.headers;
    if (!isLocalName(host)) return void response.writeHead(421).end('The sandbox answers at this machine only.\n');
    if (method !== 'GET' && isForeign({ 'sec-fetch-site': site?.toString(), origin, host }))
      return void response.writeHead(403).end();
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) {
      text += chunk as string;
      if (text.length > BODY_MAX) return void response.writeHead(413, { connection: 'close' }).end();
    }
    if (!path.startsWith('/api/')) {
      const { status, headers, body } = answerPanel(invoices, { method, path, text });
      file?.keep();
      return void response.writeHead(status, headers).end(body);
    }
    const { fault } = state;
    if (fault === 'no-answer' || (fault === 'lost-request' && method === 'POST')) return void request.socket.destroy();
    const { status, answer, headers = {} } = answerGreenfield(state, { method, path, text, authorization });
    const exchange: Exchange = { method, path, body: text === '' ? undefined : JSON.parse(text), status, answer };
    file?.keep();
    options.onExchange?.(exchange);
    await delay(exchange);
    if (fault === 'lost-answer' && method === 'POST') return void request.socket.destroy();
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  }

  /** Closes the server when the file cannot be used. */
  function openOrClose(path: string) {
    try {
      return openDataFile(path, readKept);
    } catch (error) {
      server.close();
      throw error;
    }
  }

  async function close(): Promise<void> {
    for (const timer of timers) clearTimeout(timer);
    server.close();
    server.closeAllConnections();
    await webhooks.close();
    file?.close();
  }

  return {
    url: state.url,
    storeId,
    apiKey,
    webhookSecret,
    invoices,
    webhooks,
    /** What goes wrong from now on; undefined for nothing. */
    setFault: (fault: ApiState['fault']) => (state.fault = fault),
    /** Holds answers from now on. What was asked for has happened by then. */
    holdAnswers: (to: Delay) => (delay = to),
    /** The address that webhooks are sent to, and what the API says about the webhook. */
    setWebhook(to: string | undefined, changed: Partial<WebhookSettings> = {}) {
      if (to !== undefined && !address.accepts(to)) throw new TypeError(`setWebhook(): must be ${address.needs}`);
      webhookUrl = to;
      webhookSettings = { ...WEBHOOK, ...changed };
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A running sandbox with what the tests of this package see. @internal */
export type InspectedBtcpaySandbox = Awaited<ReturnType<typeof startBtcpaySandboxWith>>;
