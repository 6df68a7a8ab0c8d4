import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { startSandbox, type RunningSandbox } from 'pay-elements/sandbox';
import { findInterpreters } from '../../scripts/interpreters.mjs';
import { runCli } from '../cli/run.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

/** The folder that holds an example for each language. */
export const examples = fileURLToPath(new URL('../../docs/any-backend', import.meta.url));

/** The languages whose backend can be run here. Those that cannot are named at the end of `npm test`. */
export const languages = Object.entries(findInterpreters()).flatMap(([language, program]) =>
  program ? [[language, program] as const] : [],
);

/** Changes an order in the database of a shop, as its own code does. */
const CHANGE = `
  const { DATABASE, ORDER, AMOUNT, CURRENCY } = process.env;
  const database = new (require('node:sqlite').DatabaseSync)(DATABASE);
  database.exec('PRAGMA busy_timeout = 5000');
  database.prepare('UPDATE orders SET amount = ?, currency = ? WHERE ref = ?').run(AMOUNT, CURRENCY, ORDER);`;

/** How a backend is started, and how an order is written, as commands of a shell that `conformance` gives its variables. */
export interface Commands {
  readonly start: string;
  readonly order: string;
  /** The names of the checks; all by default. */
  readonly checks?: readonly string[];
}

/** Runs `pay-elements conformance` against two processes of a backend. */
export async function checkConformance({ start, order, checks: names }: Commands): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pay-elements-conformance-'));
  const [first, second] = [await freePort(), await freePort()];
  try {
    const { code, out, err } = await runCli(
      [
        ...['conformance', `http://127.0.0.1:${first}/pay`, '--second', `http://127.0.0.1:${second}/pay`],
        ...['--start', start, '--order', order, '--json'],
        ...(names ? ['--only', names.join()] : []),
        ...['--change-order', `"${process.execPath}" -e "${CHANGE.replaceAll('\n', ' ')}"`],
      ],
      {
        DATABASE: join(folder, 'payments.db'),
        LOCALCODE_CURRENCY: 'USD',
        PHP_CLI_SERVER_WORKERS: '4',
        PYTHONDONTWRITEBYTECODE: '1',
      },
    );
    assert.equal(code, 0, out + err);
    const { checks } = JSON.parse(out) as { checks: { name: string; state: string }[] };
    assert.deepEqual(
      checks.filter(({ state }) => state !== 'ok').map(({ name }) => name),
      names ? [] : ['other-visitor'], // this shop has names that cannot be guessed instead
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export type Env = Readonly<Record<string, string>>;

/**
 * How the goods are sent in a copy of an example, by the environment variable SENDING: as they are, not at all, or with a
 * death of the process after it. `overtaken`: it takes so long that another run sends them, and fails in the end.
 */
const SENDING = {
  python: [
    'print(f"ship order {order[\'ref\']}")',
    `import os, sqlite3, subprocess, sys
    from . import settings
    if os.environ.get("SENDING") == "overtaken":
        database = sqlite3.connect(settings.DATABASE)
        with database:
            database.execute("UPDATE orders SET sending_until = 1 WHERE sending_until IS NOT NULL")
        subprocess.run([sys.executable, "ship.py"], env={**os.environ, "SENDING": ""}, check=True)
    if os.environ.get("SENDING") in ("fails", "overtaken"):
        raise OSError("the post is closed")
    print(f"ship order {order['ref']}", flush=True)
    if os.environ.get("SENDING") == "dies":
        os._exit(9)`,
  ],
  php: [
    `echo "ship order {$order['ref']}\\n";`,
    `if (getenv('SENDING') === 'overtaken') {
        connect()->exec('UPDATE orders SET sending_until = 1 WHERE sending_until IS NOT NULL');
        passthru('SENDING= ' . escapeshellarg(PHP_BINARY) . ' ship.php');
    }
    if (in_array(getenv('SENDING'), ['fails', 'overtaken'], true)) {
        throw new \\RuntimeException('the post is closed');
    }
    echo "ship order {$order['ref']}\\n";
    if (getenv('SENDING') === 'dies') {
        exit(9);
    }`,
  ],
} as const;

/** A copy of an example whose goods can fail to be sent. Gives its folder. */
export function copyExample(language: string, folder: string): string {
  const copy = join(folder, language);
  cpSync(join(examples, language), copy, { recursive: true });
  const file = join(copy, language === 'php' ? 'orders.php' : 'pay/orders.py');
  const [before, after] = SENDING[language as keyof typeof SENDING];
  const source = readFileSync(file, 'utf8');
  if (!source.includes(before)) throw new Error(`${file} does not send the goods as expected`);
  writeFileSync(
    file,
    source.replace(before, () => after),
  );
  return copy;
}

export interface AnyBackend {
  readonly origin: string;
  /** What it has written to its log (standard error) since it was first started. */
  log(): string;
  /** Runs another program of the example with the same settings. What it has printed. */
  run(file: string, ...args: string[]): string;
  /** Runs the job that sends the goods. Its exit code, and what it has printed on its output. */
  ship(sending?: 'fails' | 'dies' | 'overtaken'): { readonly status: number | null; readonly output: string };
  /** Kills it without warning, as a power cut does, and starts it again on the same port and file. */
  restart(env?: Env): Promise<void>;
  stop(): Promise<void>;
}

/** Starts one of the examples below `docs/any-backend` as its first lines say, and waits until it answers. */
export async function startBackend(
  language: string,
  program: string,
  env: Env,
  folder = join(examples, language),
): Promise<AnyBackend> {
  const port = String(await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const args = language === 'php' ? ['-q', '-S', `127.0.0.1:${port}`, '-t', 'public'] : ['shop.py'];
  const settings = {
    ...process.env,
    ...(folder.startsWith(examples) && { PYTHONDONTWRITEBYTECODE: '1' }),
    PORT: port,
    PAY_URL: `${origin}/pay`,
    ...env,
  };
  let child: ChildProcess;
  let log = '';

  async function start(more: Env = {}) {
    child = spawn(program, args, {
      cwd: folder,
      // Without workers PHP's own server takes one request at a time.
      env: { ...settings, PHP_CLI_SERVER_WORKERS: '4', ...more },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true, // a process group of its own, with its workers
    });
    child.stderr!.setEncoding('utf8').on('data', (text) => (log += text));
    let hasEnded = false;
    const ended = once(child, 'close').then(() => void (hasEnded = true));
    const isAnswering = () =>
      fetch(`${origin}/pay/`).then(
        () => true,
        () => false,
      );
    await Promise.race([until(async () => hasEnded || (await isAnswering()), `${language} answers`), ended]);
    if (hasEnded) throw new Error(`${language} ended: ${log}`);
  }

  async function kill() {
    const closed = once(child, 'close');
    process.kill(-child.pid!, 'SIGKILL');
    await closed;
  }

  function run(file: string, ...more: string[]) {
    const options = { cwd: folder, env: settings, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync(program, [file, ...more], options);
    if (status !== 0) throw new Error(`${file} ended with ${status}: ${stdout}${stderr}`);
    return stdout;
  }

  function ship(sending = '') {
    const options = { cwd: folder, env: { ...settings, SENDING: sending }, encoding: 'utf8' } as const;
    const job = spawnSync(program, [language === 'php' ? 'ship.php' : 'ship.py'], options);
    log += job.stderr;
    return { status: job.status, output: job.stdout };
  }

  const killAtExit = () => void process.kill(-child.pid!, 'SIGKILL');
  process.once('exit', killAtExit);
  async function stop() {
    process.off('exit', killAtExit);
    await kill();
  }
  await start().catch((error: unknown) => {
    process.off('exit', killAtExit);
    throw error;
  });
  return { origin, log: () => log, run, ship, stop, restart: async (more) => (await kill(), start(more)) };
}

/** Calls a function of an example, `file.function`, once for each list of arguments. Its results. */
export function callEach(
  language: string,
  program: string,
  name: string,
  calls: readonly (readonly unknown[])[],
): readonly unknown[] {
  const [file, call] = name.split('.');
  const [flag, code] =
    language === 'php'
      ? [
          '-r',
          `require '${file}.php';
           echo json_encode(array_map(fn ($call) => Pay\\${call}(...$call), json_decode(stream_get_contents(STDIN), true)));`,
        ]
      : [
          '-Bc',
          `import json, sys; from pay import ${file}; print(json.dumps([${name}(*call) for call in json.load(sys.stdin)]))`,
        ];
  const { status, stdout, stderr } = spawnSync(program, [flag, code], {
    cwd: join(examples, language),
    input: JSON.stringify(calls),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stdout}${stderr}`);
  return JSON.parse(stdout) as unknown[];
}

type Json = Readonly<Record<string, unknown>> & { readonly error?: { readonly code: string; readonly field?: string } };

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Json;
}

/** A row of the shop's `orders` table. */
export interface OrderRow {
  readonly number: number;
  readonly ref: string;
  readonly amount: string;
  readonly currency: string;
  readonly paid_by: string | null;
  readonly sent_at: number | null;
}

/** A payment that was created, with everything a test needs to play the payer and the service. */
export interface CreatedPayment {
  readonly order: string;
  /** `tid`, `pid` or `bid`. */
  readonly id: string;
  readonly json: Json;
  /** The address that the service sends its webhooks to. */
  readonly webhookUrl: string;
}

/** One of the examples with a sandbox of its own, and the shop's database. */
export class AnyShop {
  readonly sandbox: RunningSandbox;
  readonly backend: AnyBackend;
  readonly database: DatabaseSync;
  readonly base: string;
  readonly #folder: string;
  #visitors = 0;

  private constructor(sandbox: RunningSandbox, backend: AnyBackend, folder: string) {
    this.sandbox = sandbox;
    this.backend = backend;
    this.base = `${backend.origin}/pay`;
    this.#folder = folder;
    this.database = new DatabaseSync(join(folder, 'payments.db'));
    this.database.exec('PRAGMA busy_timeout = 5000');
  }

  static async open(language: string, program: string, env: Env = {}): Promise<AnyShop> {
    const folder = mkdtempSync(join(tmpdir(), 'pay-elements-any-'));
    const sandbox = await startSandbox({
      requestsPerMinute: 100_000,
      quota: 100_000,
      contractGaps: { confirmations: { required: 2, everyMs: 20 }, quoteDecimals: { ETH: 18 } },
    });
    const settings = {
      SERVICE_URL: sandbox.url,
      SERVICE_KEY: sandbox.apiKey,
      PAY_SECRET: 'a secret of at least thirty-two characters',
      DATABASE: join(folder, 'payments.db'),
      LOCALCODE_CURRENCY: 'USD',
      ALLOW_TEST_PAYMENTS: '1',
      ...env,
    };
    const backend = await startBackend(language, program, settings, copyExample(language, folder));
    return new AnyShop(sandbox, backend, folder);
  }

  async close(): Promise<void> {
    this.database.close();
    await this.backend.stop();
    await this.sandbox.close();
    rmSync(this.#folder, { recursive: true });
  }

  /** Writes an order, as the shop does when a cart becomes one. Gives the name that its addresses have. */
  order(amount = '19.99', currency = 'USD', expiresAt: number | null = null): string {
    const paymentRef = randomBytes(16).toString('hex');
    this.database
      .prepare('INSERT INTO orders (ref, amount, currency, expires_at) VALUES (?, ?, ?, ?)')
      .run(paymentRef, amount, currency, expiresAt);
    return paymentRef;
  }

  /** Lets the time pass for all orders and payments. */
  passMinutes(minutes: number): void {
    const earlier = (...columns: string[]) => columns.map((name) => `${name} = ${name} - ${minutes * 60}`).join(', ');
    this.database.exec(`UPDATE orders SET ${earlier('expires_at', 'sending_until')};
      UPDATE payments SET ${earlier('created', 'expires_at', 'covered_at')}`);
  }

  /** Changes an order, as the shop does when the cart changes. */
  changeOrder(paymentRef: string, amount: string, currency = 'USD'): void {
    this.database.prepare('UPDATE orders SET amount = ?, currency = ? WHERE ref = ?').run(amount, currency, paymentRef);
  }

  orderRow(paymentRef: string): OrderRow {
    return this.database.prepare('SELECT * FROM orders WHERE ref = ?').get(paymentRef) as unknown as OrderRow;
  }

  async get(url: string, init?: RequestInit): Promise<Answer> {
    const response = await fetch(url, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: JSON.parse(text) as Json };
  }

  post(url: string, body: string, type = 'application/json', headers: Readonly<Record<string, string>> = {}) {
    return this.get(url, { method: 'POST', headers: { 'content-type': type, ...headers }, body });
  }

  /** The header by which the shop's proxy names a visitor that asks for the first time. */
  newVisitor(): { 'x-forwarded-for': string } {
    return { 'x-forwarded-for': `2001:db8:${(++this.#visitors).toString(16)}::1` };
  }

  /** `POST payments`, each time by another visitor. */
  requestPayment(fields: object, headers: Readonly<Record<string, string>> = this.newVisitor()): Promise<Answer> {
    return this.post(`${this.base}/payments`, JSON.stringify(fields), undefined, headers);
  }

  async create(method: string, coin?: string, orderRef = this.order()): Promise<CreatedPayment> {
    const { status, json, text } = await this.requestPayment({ order: orderRef, method, coin });
    if (status !== 201) throw new Error(`no payment was created: ${status} ${text}\n${this.backend.log()}`);
    const id = String(json['tid'] ?? json['pid'] ?? json['bid']);
    return { order: orderRef, id, json, webhookUrl: String(this.sandbox.control.payment(id).data['webhookUrl']) };
  }

  getOrder(paymentRef: string): Promise<Answer> {
    return this.get(`${this.base}/orders/${paymentRef}`);
  }

  async status({ json }: Pick<CreatedPayment, 'json'>): Promise<Json> {
    return (await this.get(String(json['statusUrl']))).json;
  }

  async phase(payment: Pick<CreatedPayment, 'json'>): Promise<unknown> {
    return (await this.status(payment))['phase'];
  }

  /** A webhook of the service's for this payment; resolves when the shop has answered 200. */
  async webhook({ id }: CreatedPayment, status: string, update: { cryptoAmountReceived?: string } = {}): Promise<void> {
    const delivery = await this.sandbox.control.webhook(id, { status, ...update });
    const answer = delivery.attempts.at(-1);
    if (answer?.status !== 200)
      throw new Error(`the webhook was answered ${JSON.stringify(answer)}\n${this.backend.log()}`);
  }

  /** The lines of the log in which a payment is named. */
  logOf({ id }: Pick<CreatedPayment, 'id'>): string[] {
    return this.backend
      .log()
      .split('\n')
      .filter((line) => line.includes(id));
  }
}
