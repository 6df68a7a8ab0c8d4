import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningSandbox } from '../../sandbox/node/start-sandbox.ts';
import { expect, expectStatus, Failure, Skip } from './expectations.ts';
import { exchange, type Exchange, type RequestOptions } from './exchange.ts';

/** What the recipes do. Each is a command, or a function in tests. */
export interface Recipes {
  /** Creates an order and returns its name in the address, and the cookie of its visitor. */
  readonly order: (order: OrderWanted) => Promise<Order>;
  /** Changes the amount of an order. */
  readonly changeOrder?: ((orderRef: string, amount: string, currency: string) => Promise<void>) | undefined;
  /** Sends a webhook where the sandbox does not play the service. */
  readonly webhook?: ((report: WebhookReport) => Promise<void>) | undefined;
}

export interface OrderWanted {
  readonly amount: string;
  readonly currency: string;
  /** The offers of the order end after this time. Seconds. */
  readonly offerSeconds?: number;
}

export interface Order {
  readonly orderRef: string;
  readonly cookie?: string | undefined;
}

export interface Choice {
  readonly method: string;
  readonly coin?: string;
}

export interface WebhookReport {
  /** The service's `tid`, `pid` or `bid`. */
  readonly id: string;
  readonly status: string;
  readonly cryptoAmountReceived?: string;
  readonly confirmations?: number;
  readonly confirmationsRequired?: number;
}

/** A payment that the backend created. */
export interface Payment {
  readonly order: Order;
  readonly choice: Choice;
  readonly id: string;
  readonly idName: 'tid' | 'pid' | 'bid';
  readonly json: Readonly<Record<string, unknown>>;
  readonly statusUrl: string;
  readonly exchange: Exchange;
}

/** The longest wait for the backend's limit of payments. Milliseconds. */
const LIMIT_MS = 75_000;

/** A wait that is worth a line. Milliseconds. */
const LONG_WAIT_MS = 5_000;

const ID_NAMES = ['tid', 'pid', 'bid'] as const;

/** A backend that is checked: its addresses, the payer, the service and the shop's own orders. */
export class Shop {
  /** The address of the checkout, without a slash at its end. The word ORDER in it is the name of an order. */
  readonly base: string;
  /** The same of a second process. */
  readonly second: string | undefined;
  /** The service, when the sandbox plays it. */
  readonly #control: RunningSandbox['control'] | undefined;
  /** Texts that no answer may contain: the service's key. */
  readonly secrets: readonly string[];
  readonly recipes: Recipes;
  /** The address of the page of an order, with the word ORDER in it. */
  readonly page: string | undefined;
  /** Every exchange with the backend, for the rules about all answers. */
  readonly exchanges: Exchange[] = [];
  /** Prints why a check takes long. */
  readonly #print: (text: string) => void;
  #visitors = randomBytes(2).readUInt16BE();

  constructor(options: {
    readonly base: string;
    readonly second?: string | undefined;
    readonly control?: RunningSandbox['control'] | undefined;
    readonly secrets?: readonly string[];
    readonly recipes: Recipes;
    readonly page?: string | undefined;
    readonly print?: (text: string) => void;
  }) {
    this.base = options.base.replace(/\/+$/, '');
    this.second = options.second?.replace(/\/+$/, '');
    this.#control = options.control;
    this.secrets = options.secrets ?? [];
    this.recipes = options.recipes;
    this.page = options.page;
    this.#print = options.print ?? (() => {});
  }

  /** The sandbox. @throws Skip when another service is used */
  get sandbox(): RunningSandbox['control'] {
    if (!this.#control) throw new Skip('This needs the sandbox as the payment service: leave --webhook out.');
    return this.#control;
  }

  async send(url: string, options: RequestOptions = {}): Promise<Exchange> {
    const done = await exchange(url, options);
    this.exchanges.push(done);
    return done;
  }

  /** Creates an order of the shop. */
  newOrder(order: Partial<OrderWanted> = {}): Promise<Order> {
    return this.recipes.order({ amount: '19.99', currency: 'USD', ...order });
  }

  /** The address of the checkout of an order. */
  baseOf({ orderRef }: Order, base = this.base): string {
    return base.replaceAll('ORDER', encodeURIComponent(orderRef));
  }

  getOrder(order: Order, base = this.base): Promise<Exchange> {
    const { orderRef, cookie } = order;
    const url = `${this.baseOf(order, base)}/orders/${encodeURIComponent(orderRef)}`;
    return this.send(url, { headers: cookieOf(cookie) });
  }

  /** The ways to pay an order, as the order itself lists them: one for each coin. */
  async choices(order: Order): Promise<Choice[]> {
    const answer = await this.getOrder(order);
    expectStatus(answer, [200], 'GET orders/:order of an order that was just created');
    return choicesIn(answer);
  }

  /** A way to pay with an exact amount in a coin: with many decimals, if there is one. @throws Skip */
  async coinChoice(order: Order): Promise<Choice> {
    const coins = (await this.choices(order)).filter(({ method }) => method === 'crypto');
    const found = coins.find(({ coin }) => coin === 'ETH') ?? coins[0];
    if (!found) throw new Skip('This needs an order that can be paid in a coin.');
    return found;
  }

  /** The headers of a visitor who was not seen before, as a proxy on this machine writes them. */
  newVisitor(): Record<string, string> {
    this.#visitors = (this.#visitors + 1) % 0x1_00_00;
    return { 'x-forwarded-for': `2001:db8:${this.#visitors.toString(16)}::1` };
  }

  /** `POST payments` of the visitor of an order, with any body and headers. */
  post(order: Order, body: unknown, options: RequestOptions & { readonly base?: string } = {}): Promise<Exchange> {
    const { base, headers, ...rest } = options;
    return this.send(`${this.baseOf(order, base)}/payments`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...rest,
      headers: { 'content-type': 'application/json', ...cookieOf(order.cookie), ...headers },
    });
  }

  /** `POST payments` for a choice, by a new visitor. It waits once where the backend says that it is busy. */
  async choose(order: Order, choice: Choice, base = this.base): Promise<Exchange> {
    const request = () => this.post(order, { order: order.orderRef, ...choice }, { base, headers: this.newVisitor() });
    const first = await request();
    const wait = Number(first.headers['retry-after']) * 1000;
    if (![429, 503].includes(first.status) || !(wait > 0 && wait <= LIMIT_MS)) return first;
    if (wait >= LONG_WAIT_MS) this.#print(`  … the backend is busy, and asks to wait for ${wait / 1000} s\n`);
    await sleep(wait);
    return request();
  }

  /** Creates a payment. @throws Failure unless it was created */
  async create(order: Order, choice: Choice, base = this.base): Promise<Payment> {
    const answer = await this.choose(order, choice, base);
    expectStatus(answer, [201], `POST payments for ${nameOf(choice)} of a new order`);
    return this.read(order, choice, answer);
  }

  /** Creates a payment in a coin for a new order. */
  async createInCoin(order?: Partial<OrderWanted>): Promise<Payment> {
    const created = await this.newOrder(order);
    return this.create(created, await this.coinChoice(created));
  }

  /** Creates a payment by any way for a new order. */
  async createAny(order?: Partial<OrderWanted>): Promise<Payment> {
    const created = await this.newOrder(order);
    const [choice] = await this.choices(created);
    if (!choice) throw new Skip('This needs an order that can be paid.');
    return this.create(created, choice);
  }

  /** Reads the answer of `POST payments`. @throws Failure */
  read(order: Order, choice: Choice, answer: Exchange): Payment {
    const idName = ID_NAMES.find((name) => typeof answer.json[name] === 'string');
    expect(idName, 'The payment has no tid, pid or bid.', answer);
    const { statusUrl } = answer.json;
    expect(typeof statusUrl === 'string', 'The payment has no statusUrl, so its status cannot be read.', answer);
    return {
      order,
      choice,
      id: String(answer.json[idName]),
      idName,
      json: answer.json,
      statusUrl: new URL(statusUrl, answer.url).href,
      exchange: answer,
    };
  }

  /** `GET statusUrl`. At another process, the same path is requested there. */
  status({ statusUrl }: Payment, { since, base }: { since?: number; base?: string } = {}): Promise<Exchange> {
    const url = new URL(statusUrl);
    if (base !== undefined) {
      const { protocol, hostname, port } = new URL(base);
      // `host` would keep the port of the first process where the second one has that of its scheme.
      Object.assign(url, { protocol, hostname, port });
    }
    if (since !== undefined) url.searchParams.set('since', String(since));
    return this.send(url.href);
  }

  /** The phase of a payment. @throws Failure unless its status can be read */
  async phase(payment: Payment): Promise<unknown> {
    const answer = await this.status(payment);
    expectStatus(answer, [200], 'GET statusUrl');
    return answer.json['phase'];
  }

  /** The address that the backend gave to the service for the payment's webhooks. @throws Failure, Skip */
  webhookUrl({ id, exchange: answer }: Payment): string {
    const url = this.servicePayment(id).data['webhookUrl'];
    if (typeof url !== 'string')
      throw new Failure(
        'The payment was created at the service without a webhook_url, so it can never be paid.',
        answer,
      );
    return url;
  }

  /** The payment at the sandbox. @throws Skip, Failure when the sandbox has none with this id */
  servicePayment(id: string) {
    const found = this.sandbox.payments().find((payment) => payment.id === id);
    if (!found)
      throw new Failure(
        `The service has no payment ${id}. Does the backend use SERVICE_URL and SERVICE_KEY as they are set?`,
      );
    return found;
  }

  /** The exact amount in the coin that the payer has to send. */
  expected({ json }: Payment): string {
    return String(json['cryptoAmountExpected']);
  }

  /** Reports a status for a payment as the service does. @throws Failure unless the backend takes it */
  async webhook(payment: Payment, status: string, facts: Omit<WebhookReport, 'id' | 'status'> = {}): Promise<void> {
    if (this.recipes.webhook) return this.recipes.webhook({ id: payment.id, status, ...facts });
    const body = JSON.stringify({ data: { [payment.idName]: payment.id, status, ...facts } });
    const answer = await this.postWebhook(this.webhookUrl(payment), body);
    expectStatus(answer, [200], `A webhook with the status ${status}`);
  }

  postWebhook(url: string, body: string | Uint8Array, type = 'application/json', headers: Record<string, string> = {}) {
    return this.send(url, { method: 'POST', body, headers: { 'content-type': type, ...headers } });
  }
}

const cookieOf = (cookie: string | undefined): Record<string, string> => (cookie === undefined ? {} : { cookie });

export const nameOf = ({ method, coin }: Choice): string => (coin === undefined ? method : `${method} in ${coin}`);

/** The choices in the answer of `GET orders/:order`. */
export function choicesIn({ json }: Exchange): Choice[] {
  const methods = Array.isArray(json['methods']) ? (json['methods'] as Record<string, unknown>[]) : [];
  return methods.flatMap((entry): Choice[] => {
    const { method, coins } = Object(entry) as { method?: unknown; coins?: unknown };
    if (typeof method !== 'string') return [];
    if (method !== 'crypto') return [{ method }];
    const symbols = Array.isArray(coins) ? coins.map((coin) => (Object(coin) as { symbol?: unknown }).symbol) : [];
    return symbols.filter((symbol) => typeof symbol === 'string').map((coin) => ({ method, coin }));
  });
}
