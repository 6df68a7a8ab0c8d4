import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandError, refuseOptions, UsageError, type Command } from '../command.ts';
import { dataOption, DEFAULT_FOLDER, openDataFolder } from '../data-folder.ts';
import { findFreePort } from '../free-port.ts';
import { isTaken } from '../is-taken.ts';
import type { Manifest } from '../init/example-files.ts';
import { nodeAdvice, oldestIn } from '../init/node-version.ts';
import { ownManifest } from '../init/sources.ts';
import {
  DEFAULT_SANDBOX_PORT,
  isPort,
  readSandboxOptions,
  SANDBOX_OPTIONS,
  SERVICE_ONLY,
  startLocalBtcpaySandbox,
  startLocalSandbox,
} from '../local-sandbox.ts';
import { BTCPAY_VARIABLES, ENV_FILE_OPTION, loadEnvironment, missingBtcpayVariables } from '../settings.ts';
import {
  btcpayEnvironment,
  btcpayWebhookUrl,
  localPayUrl,
  readPayUrl,
  shopEnvironment,
  testNetworkEnvironment,
  type ShopEnvironment,
} from '../shop-environment.ts';
import { fetchSender } from '../../sandbox/webhooks/sender.ts';
import { printable } from '../text.ts';
import { reportFailures } from './report-failures.ts';
import { reportInvoices, reportPayments } from './report-payments.ts';
import { runProgram } from './run-program.ts';
import { watchListener } from './watch-listener.ts';

/** A fixed seed: the sandbox then has the same keys on every machine and at every start. */
const DEFAULT_SEED = 'pay-elements dev';

/** The command `pay-elements dev`. Runs as long as the shop's command does. */
export const dev: Command = {
  name: 'dev',
  words: '-- <command>',
  about: `Starts the sandbox, and then the shop's command with these environment
variables:

  SERVICE_URL, SERVICE_KEY   the sandbox; existing values are replaced
  PAY_SECRET                 the existing value, otherwise a secret that is
                             stored in the data folder
  PAY_URL                    --pay-url, otherwise the existing PAY_URL,
                             otherwise ${localPayUrl()},
                             with the port in PORT if it is set
  ALLOW_TEST_PAYMENTS        yes

A shop with BTCPay Server has four variables that begin with BTCPAY_. Without
values, the sandbox plays BTCPay Server and sets them. With values there is no
sandbox, and payments of a test network are accepted.

They take precedence over a .env file that the shop reads. Payments, keys and
the secret are stored in the folder ${DEFAULT_FOLDER}/. To start without them,
delete the folder and the shop's database. Each new payment is printed with its
amount. If nothing listens at PAY_URL, no checkout is mounted there, a webhook
fails, or publicUrl is an address that gets none, a line says so.

Ctrl-C and SIGTERM stop both. A second one kills the shop's command.

Exit code: that of the shop's command, 126 if it cannot be run, 127 if it does
not exist, 1 if a port is in use or this Node is too old for the shop, 2 a wrong
command line.`,
  examples: [
    ['dev -- node shop.mjs', 'a shop that listens at port 8080'],
    ['dev --env-file .env -- npm start', 'the port and PAY_URL are in .env'],
    ['dev --pay-url http://localhost:5173/pay -- node shop.mjs', 'behind a proxy such as that of Vite'],
  ],
  options: {
    ...SANDBOX_OPTIONS,
    port: {
      value: '<number>',
      description: `the port of the sandbox, up to 65535 (default: ${DEFAULT_SANDBOX_PORT}, or the next free one)`,
    },
    seed: { ...SANDBOX_OPTIONS.seed, description: `${SANDBOX_OPTIONS.seed.description} (default: '${DEFAULT_SEED}')` },
    data: dataOption(DEFAULT_FOLDER),
    'env-file': ENV_FILE_OPTION,
    'pay-url': {
      value: '<url>',
      description: 'the URL of the checkout; a proxy that forwards requests to the shop may already listen there',
    },
  },
  async run(given) {
    const [program, ...args] = given.words;
    if (program === undefined)
      throw new UsageError("The shop's command is missing: pay-elements dev -- node shop.mjs, for example.");
    const envFile = given.text('env-file');
    if (envFile !== undefined) loadEnvironment(envFile);
    const advice = nodeAdvice(nodeOfShop(), process.versions.node);
    if (advice !== '') throw new CommandError(advice.trim());
    const { PAY_SECRET, PAY_URL, PORT } = process.env;
    const server = serverOfShop();
    if (server !== 'service') refuseOptions(given, SERVICE_ONLY, 'is for the payment service, not for BTCPay Server.');
    if (server === 'btcpay') refuseOptions(given, ['port'], 'is for a sandbox, and BTCPAY_URL is set: there is none.');
    const named = given.text('pay-url');
    if (PORT && (!isPort(PORT) || Number(PORT) === 0))
      throw new CommandError(`PORT is '${printable(PORT)}': a number from 1 to 65535 is needed.`);
    const payUrl = readPayUrl(
      named ?? (PAY_URL || localPayUrl(PORT || undefined)),
      named === undefined ? 'PAY_URL' : '--pay-url',
      { isLocal: server !== 'btcpay' },
    );
    const options = { seed: DEFAULT_SEED, ...readSandboxOptions(given) };
    if (options.port !== undefined && options.port === Number(new URL(payUrl).port))
      throw new UsageError(
        `--port is the port of the sandbox, and the shop listens at ${options.port}. Use another one.`,
      );
    const taken = await isTaken(payUrl);
    if (taken && named === undefined)
      throw new CommandError(
        `${new URL(payUrl).host} is in use: another program would receive the webhooks for ${payUrl}.\n` +
          `Stop that program, or use another port${await freePortFor(payUrl)}.\n` +
          'If it forwards requests to this shop, pass the address with --pay-url.',
      );

    const folder = openDataFolder(resolve(given.text('data') ?? DEFAULT_FOLDER));
    const print = (text: string) => void process.stderr.write(text);
    const own = { PAY_SECRET: PAY_SECRET || folder.secret(), PAY_URL: payUrl };

    /** Starts what the shop pays at. */
    async function startServer(): Promise<Running> {
      if (server === 'btcpay')
        return {
          title: 'BTCPay Server, and no sandbox.',
          facts: { BTCPAY_URL: process.env['BTCPAY_URL']!, PAY_URL: payUrl, Webhook: btcpayWebhookUrl(payUrl) },
          environment: testNetworkEnvironment(own),
        };
      if (server === 'btcpay-sandbox') {
        const send = reportFailures(fetchSender, print, 'btcpay', payUrl);
        const { port } = options;
        const sandbox = await startLocalBtcpaySandbox({
          ...(port !== undefined && { port }),
          data: folder.btcpayFile,
          send,
          onExchange: reportInvoices(print),
        });
        sandbox.setWebhook(btcpayWebhookUrl(payUrl));
        return {
          title: 'Sandbox of BTCPay Server. No real money.',
          facts: { Invoices: `${sandbox.url}/`, PAY_URL: payUrl, 'Data folder': folder.path },
          environment: btcpayEnvironment(sandbox, own),
          close: sandbox.close,
        };
      }
      let hasPayments = false;
      const reportPayment = reportPayments(print, payUrl);
      const sandbox = await startLocalSandbox({
        ...options,
        data: folder.sandboxFile,
        send: reportFailures(fetchSender, print, 'service', payUrl, () => hasPayments),
        onCreated(entry) {
          hasPayments = true;
          reportPayment(entry);
        },
      });
      return {
        title: 'Sandbox of the payment service. No real money.',
        facts: { 'Control panel': sandbox.panelUrl, PAY_URL: payUrl, 'Data folder': folder.path },
        environment: shopEnvironment(sandbox, own),
        close: sandbox.close,
      };
    }

    const { title, facts, environment, close } = await startServer();
    let stopWatching = () => {};
    try {
      const rows = Object.entries({ Shop: `${new URL(payUrl).origin}/`, ...facts });
      print(`${title}

${rows.map(([name, value]) => `  ${name.padEnd(16)}${value}\n`).join('')}
${taken ? `Another program already listens at ${new URL(payUrl).host}. It must forward requests below ${payUrl} to this shop.\n\n` : ''}$ ${given.words.join(' ')}
`);
      // Behind another program, the shop may not have started when that answers.
      if (server !== 'btcpay' && !taken) stopWatching = watchListener(payUrl, own.PAY_SECRET, print);
      return await runProgram(program, args, { ...process.env, ...environment });
    } finally {
      stopWatching();
      await close?.();
    }
  },
};

/** What a shop pays at during development. */
interface Running {
  readonly title: string;
  /** What is printed at the start, by name. */
  readonly facts: Readonly<Record<string, string>>;
  readonly environment: ShopEnvironment;
  readonly close?: () => Promise<void>;
}

/**
 * What the shop in this folder pays at, by its environment: a shop with BTCPay Server has its variables, with or without
 * values.
 *
 * @throws CommandError when only some of them have a value
 */
function serverOfShop(): 'service' | 'btcpay' | 'btcpay-sandbox' {
  const missing = missingBtcpayVariables(process.env);
  if (missing === undefined) return 'service';
  if (missing.length === 0) return 'btcpay';
  if (missing.length === BTCPAY_VARIABLES.length) return 'btcpay-sandbox';
  throw new CommandError(
    `The shop uses BTCPay Server, and these variables have no value: ${missing.join(', ')}.\n` +
      'Set all four in .env: docs/btcpay.md of this package says where they are from. Or empty all four: then this command\n' +
      'plays BTCPay Server.',
  );
}

/** The oldest Node version of the shop in this folder: by its `package.json`, otherwise that of this package. */
function nodeOfShop(): string | undefined {
  let engines: Manifest['engines'];
  try {
    ({ engines } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest);
  } catch {
    // A shop needs no package.json.
  }
  return oldestIn(engines?.node) ?? oldestIn(ownManifest().engines.node);
}

/** The advice to use a free port. PORT alone is not enough when PAY_URL is set too. */
async function freePortFor(payUrl: string): Promise<string> {
  const { port } = new URL(payUrl);
  const free = port === '' ? undefined : await findFreePort(Number(port));
  if (free === undefined) return '';
  const url = new URL(payUrl);
  url.port = String(free);
  return process.env['PAY_URL'] ? `: PORT=${free} PAY_URL=${url.href} are free` : `: PORT=${free} is free`;
}
