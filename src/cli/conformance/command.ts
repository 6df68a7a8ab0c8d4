import { randomBytes } from 'node:crypto';
import { startSandbox } from '../../sandbox/node/start-sandbox.ts';
import { CommandError, refuseOptions, UsageError, type Command, type Given } from '../command.ts';
import { isTaken } from '../is-taken.ts';
import { DEFAULT_SANDBOX_PORT, readSandboxOptions } from '../local-sandbox.ts';
import { onInterrupt } from '../on-interrupt.ts';
import { shopEnvironment, toEnvFile } from '../shop-environment.ts';
import { didYouMean } from '../suggest.ts';
import { startBackend, type RunningBackend } from './backend.ts';
import type { Check } from './check.ts';
import { CHECKS } from './checks/index.ts';
import { commandRecipes } from './recipes.ts';
import { reportOf, summaryOf } from './report.ts';
import { runChecks } from './run-checks.ts';
import { Shop } from './shop.ts';

/** The same as that of `dev`: a backend that runs already has the sandbox's key from there. */
const SEED = 'pay-elements dev';

/** The contract's limits are not what is checked. */
const LIMITS = { requestsPerMinute: 100_000, quota: 100_000 };

/** The command `pay-elements conformance`. */
export const conformance: Command = {
  name: 'conformance',
  words: '<url>',
  about: `Checks a backend in any language against docs/any-backend.md. <url> is the
address of its checkout, such as http://127.0.0.1:8080/pay. Where each order has
a checkout of its own, write ORDER for its name, as in
http://127.0.0.1:8080/pay/ORDER. The sandbox plays the payment service. For each
rule that the backend does not follow, it prints what happened, the request, the
answer and the paragraph of the docs.

--start and the other commands run in the shell, with these environment
variables:

  SERVICE_URL, SERVICE_KEY, PAY_SECRET, PAY_URL, ALLOW_TEST_PAYMENTS, PORT
  --order         AMOUNT, CURRENCY, OFFER_SECONDS (when set, the offer ends
                  after this time)
  --change-order  ORDER, AMOUNT, CURRENCY
  --webhook       PAYMENT (tid, pid or bid), STATUS, RECEIVED, CONFIRMATIONS,
                  CONFIRMATIONS_REQUIRED

--order prints the new order: its <pay-checkout> tag, an address with orders/,
the headers of a response, or its name. A line "Cookie: ..." or "Set-Cookie:
..." is the session of its visitor.

Use a database of its own: the checks create about 75 orders.

Ctrl-C, SIGTERM and SIGHUP stop the backend that --start has started, too.

Exit code: 0 no check failed, 1 a check failed, all were skipped, or the backend
cannot be used, 2 a wrong command line.`,
  examples: [
    [
      `conformance http://127.0.0.1:8080/pay \\
    --start 'php serve.php' --order 'php new_order.php $AMOUNT $CURRENCY'`,
      'starts a backend and checks it',
    ],
    [
      `conformance http://127.0.0.1:8080/pay \\
    --order ./order.sh --only since`,
      'a backend that runs, one check',
    ],
    ['conformance --list', 'the checks, each with its rule'],
  ],
  options: {
    order: { value: '<command>', description: 'creates an order and prints it (needed)' },
    start: { value: '<command>', description: 'starts the backend; otherwise it runs already' },
    'change-order': { value: '<command>', description: 'changes the amount of an order' },
    second: { value: '<url>', description: 'a second process of the backend; --start starts it too, with its PORT' },
    webhook: {
      value: '<command>',
      description: 'sends a webhook, for a backend with another service; then the sandbox is not started',
    },
    page: {
      value: '<url>',
      description: 'the page of an order, with the word ORDER for its name: its escaping is checked',
    },
    port: {
      value: '<number>',
      description: 'the port of the sandbox, up to 65535 (default: 4242, or with --start a free one)',
    },
    only: { value: '<names>', description: 'runs these checks only: names, separated by commas' },
    list: { description: 'prints the checks and runs none' },
    json: {
      description:
        'prints one JSON object: { ok, checks: [{ name, rule, state, message, docs, request, response, ms }] }',
    },
  },
  async run(given) {
    const checks = selected(given.text('only'));
    if (given.has('list')) {
      const others = Object.keys(conformance.options).filter((name) => name !== 'list' && name !== 'only');
      refuseOptions(given, others, 'does not apply to --list.');
      if (given.words.length > 0) throw new UsageError('--list runs no checks: leave the address out.');
      for (const { name, rule } of checks) process.stdout.write(`${name}\n  ${rule}\n`);
      return 0;
    }
    const print = (text: string) => void (given.has('json') ? process.stderr : process.stdout).write(text);
    const target = readTarget(given);
    const { shop, stop } = await open(given, target, print);
    try {
      await expectCheckout(shop);
      const results = await runChecks(shop, checks, (result) => given.has('json') || print(reportOf(result)));
      const isChecked = results.some(({ state }) => state !== 'skipped');
      const isOk = isChecked && results.every(({ state }) => state !== 'failed');
      if (given.has('json')) process.stdout.write(`${JSON.stringify({ ok: isOk, checks: results }, null, 2)}\n`);
      else print(`\n${summaryOf(results)}${isChecked ? '' : 'Nothing was checked.\n'}`);
      return isOk ? 0 : 1;
    } finally {
      await stop();
    }
  },
};

/** @throws UsageError when there is no such check */
function selected(only: string | undefined): readonly Check[] {
  if (only === undefined) return CHECKS;
  const names = CHECKS.map(({ name }) => name);
  return only.split(',').map((name) => {
    const check = CHECKS.find((each) => each.name === name.trim());
    if (!check) throw new UsageError(`There is no check '${name}'.${didYouMean(name, names)} --list prints them.`);
    return check;
  });
}

interface Target {
  readonly base: string;
  readonly second: string | undefined;
  readonly order: string;
}

/** @throws UsageError */
function readTarget(given: Given): Target {
  const [base, ...more] = given.words;
  if (base === undefined)
    throw new UsageError('Pass the address of the checkout: pay-elements conformance http://127.0.0.1:8080/pay');
  if (more.length > 0)
    throw new UsageError('Pass one address. That of a second process of the backend is --second <url>.');
  const second = given.text('second');
  checkAddress(base);
  if (second !== undefined) checkAddress(second, '--second ');
  if (second !== undefined && new URL(second).host === new URL(base).host)
    throw new UsageError(
      `--second is ${new URL(base).host}, as the first process is. A second process has another port.`,
    );
  const page = given.text('page');
  if (page !== undefined && !(isAddress(page) && page.includes('ORDER')))
    throw new UsageError(
      `--page must be an http or https address with the word ORDER in it, such as http://127.0.0.1:8080/orders/ORDER, not '${page}'.`,
    );
  const order = given.text('order');
  if (order === undefined)
    throw new UsageError(
      "--order is missing: a command that creates an order, such as 'php new_order.php $AMOUNT $CURRENCY'.",
    );
  return { base, second, order };
}

const isAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** @throws UsageError. @param option - the option of the address, with a space */
function checkAddress(url: string, option = ''): void {
  if (isAddress(url)) return;
  const hint =
    !url.startsWith('/') && !url.includes('://') && isAddress(`http://${url}`) ? ` Write http://${url}.` : '';
  throw new UsageError(`${option}'${url}' is no http or https address.${hint}`);
}

/**
 * Reads a new order. Where the address is not that of a checkout, each check would fail for this reason alone.
 *
 * @throws CommandError when the answer is a page, or there is none
 */
async function expectCheckout(shop: Shop): Promise<void> {
  const { url, status, headers, problem } = await shop.getOrder(await shop.newOrder());
  const advice = `Is ${shop.base} the address of the checkout, with its path?`;
  if (problem !== undefined) throw new CommandError(`GET ${url} has no response: ${problem}. ${advice}`);
  if (status < 500 && headers['content-type']?.startsWith('text/html'))
    throw new CommandError(
      `GET ${url} answers with a page (HTTP ${status}, text/html), and a checkout answers with JSON. ${advice}`,
    );
}

const portOf = (url: string) => new URL(url).port || (url.startsWith('https:') ? '443' : '80');

/** Starts the sandbox and the backend. @throws CommandError */
async function open(given: Given, { base, second, order }: Target, print: (text: string) => void) {
  const [start, webhook] = [given.text('start'), given.text('webhook')];
  const own = { PAY_SECRET: randomBytes(32).toString('hex'), PAY_URL: base.replace(/\/ORDER.*/, '') };
  const { port = start === undefined ? DEFAULT_SANDBOX_PORT : 0 } = readSandboxOptions(given);
  const sandbox = webhook === undefined ? await startService(port) : undefined;
  const settings = sandbox && shopEnvironment(sandbox, own);
  const env = { ...process.env, ...own, ...settings, PORT: portOf(base) };
  const backends: RunningBackend[] = [];
  async function endAll() {
    await Promise.all(backends.map((backend) => backend.stop()));
    await sandbox?.close();
  }
  let ended: Promise<void> | undefined;
  const end = () => (ended ??= endAll());
  // The backends are no processes of the terminal: Ctrl-C does not reach them.
  const forget = onInterrupt(end);
  const stop = () => end().finally(forget);
  try {
    for (const url of [base, second]) {
      if (url === undefined || start === undefined) continue;
      const backend = await startBackend(start, url, { ...env, PORT: portOf(url) }, print);
      backends.push(backend);
      await backend.listening;
    }
    if (start === undefined && settings)
      print(`The backend has to run with these settings:\n\n${toEnvFile(settings).replace(/^PAY_SECRET=.*\n/m, '')}\n`);
    for (const url of [base, second])
      if (url !== undefined && !(await isTaken(url)))
        throw new CommandError(
          `Nothing can be reached at ${new URL(url).host}. Is the address right? Start the backend, or pass its command with --start.`,
        );
  } catch (error) {
    await stop();
    throw error;
  }
  const commands = { order, changeOrder: given.text('change-order'), webhook };
  const shop = new Shop({
    base,
    second,
    control: sandbox?.control,
    secrets: sandbox ? [sandbox.apiKey] : [],
    recipes: commandRecipes(commands, env),
    page: given.text('page'),
    print,
  });
  return { shop, stop };
}

/** The sandbox as the payment service: with amounts that no floating-point number holds, and notes that have to be escaped. */
function startService(port: number) {
  return startSandbox({
    port,
    seed: SEED,
    ...LIMITS,
    contractGaps: { quoteDecimals: { ETH: 18 }, noteMarks: true },
  }).catch(({ message, code }: NodeJS.ErrnoException) => {
    throw new CommandError(code === 'EADDRINUSE' ? `Port ${port} is in use. Choose another one with --port.` : message);
  });
}
