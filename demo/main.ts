/**
 * `npm start` runs a small shop, its database and the sandbox of the payment service, in one process. `npm run dev`
 * adds `--dev`: the tags come from their sources, and an open page reloads when one of them changes.
 *
 * PORT is the port of the shop, and SANDBOX_PORT that of the sandbox. Without them the ports of the last start are used
 * when they are free, so that an open page still works after a restart, and otherwise any free port. SANDBOX_URL and
 * SANDBOX_KEY name a sandbox that runs elsewhere; SANDBOX_PROFILE is strict, lenient or weird. DEMO_DATA is the folder
 * of the database.
 *
 * The shop looks at the chain of the sandbox that it starts: a payment becomes paid when the chain agrees, and its receipt
 * links the transaction in the control panel.
 *
 * `npm start -- --provider btcpay` runs the sandbox of BTCPay Server instead.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { coins } from 'pay-elements/core';
import { profiles, startBtcpaySandbox, startSandbox, type Profile } from 'pay-elements/sandbox';
import { btcpay } from 'pay-elements/server/btcpay';
import { sandboxChain } from 'pay-elements/server/chain';
import { startShop, type ShopOptions } from './shop.ts';

const { env } = process;
const data = env.DEMO_DATA ?? fileURLToPath(new URL('./.data', import.meta.url));
mkdirSync(data, { recursive: true });
const portsFile = join(data, 'ports.json');

function lastPorts(): { shop?: number; sandbox?: number } {
  try {
    return JSON.parse(readFileSync(portsFile, 'utf8')) as { shop?: number; sandbox?: number };
  } catch {
    return {};
  }
}

function portOf(name: string): number | undefined {
  const text = env[name];
  if (text === undefined || text === '') return undefined;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new TypeError(`${name} must be a port number, not '${text}'`);
}

/** An empty text keeps the profile of the last start. */
function profileOf(name = ''): { profile?: Profile } {
  if (name === '') return {};
  const profile = (Object.keys(profiles) as Profile[]).find((one) => one === name);
  if (profile) return { profile };
  throw new TypeError(`SANDBOX_PROFILE must be one of ${Object.keys(profiles).join(', ')}, not '${name}'`);
}

/** Starts on the requested port, otherwise on the last one, otherwise on any free port. */
async function onPort<T>(
  asked: number | undefined,
  last: number | undefined,
  start: (port: number) => Promise<T>,
): Promise<T> {
  if (asked !== undefined) return start(asked);
  if (last !== undefined)
    try {
      return await start(last);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  return start(0);
}

/** A payment server that runs beside the shop. */
interface PaymentServer {
  readonly backend: ShopOptions['backend'];
  /** Where the payer pays, and what can be done there. */
  readonly panelUrl: string;
  readonly panel: string;
  readonly port: number;
  /** Called with the address of the shop's checkout. */
  readonly connect?: (checkoutUrl: string) => void;
  readonly close: () => Promise<void>;
}

type ProviderName = 'service' | 'btcpay';

function readArguments() {
  const { values } = parseArgs({
    options: {
      dev: { type: 'boolean', default: false },
      provider: { type: 'string', default: 'service' },
    },
  });
  const provider = (['service', 'btcpay'] as const).find((name) => name === values.provider);
  if (!provider) throw new TypeError(`--provider must be service or btcpay, not '${values.provider}'`);
  return { dev: values.dev, provider };
}

/** The same value for each coin. */
const forEachCoin = <T>(value: T) => Object.fromEntries(coins.map(({ symbol }) => [symbol, value]));

/** As many as the sandbox plays, one a second. */
const CONFIRMATIONS = 2;

/** What the shop needs to follow a payment on the chain of a sandbox, without webhooks too. */
const onChain = ({ url, panelUrl }: { readonly url: string; readonly panelUrl: string }) => ({
  chain: {
    sources: [sandboxChain({ url })],
    confirmations: forEachCoin(CONFIRMATIONS),
    trust: 'chain' as const,
  },
  explorers: forEachCoin(`${panelUrl}#{transaction}`),
});

const SERVERS: Readonly<Record<ProviderName, (lastPort: number | undefined) => Promise<PaymentServer>>> = {
  async service(lastPort) {
    const sandbox = env.SANDBOX_URL
      ? { url: env.SANDBOX_URL, panelUrl: env.SANDBOX_URL, apiKey: env.SANDBOX_KEY ?? '', close: async () => {} }
      : await onPort(portOf('SANDBOX_PORT'), lastPort, (port) =>
          startSandbox({ port, data: join(data, 'sandbox.json'), ...profileOf(env.SANDBOX_PROFILE) }),
        );
    const { url, panelUrl, apiKey, close } = sandbox;
    const panel = 'the control panel of the sandbox: pay, underpay, add blocks, expire …';
    const service = { baseUrl: url, apiKey };
    // The chain of another sandbox may have other payments or confirmations than its webhooks tell.
    const backend = env.SANDBOX_URL ? { service } : { service, ...onChain(sandbox) };
    return { backend, panelUrl, panel, port: Number(new URL(url).port), close };
  },
  async btcpay(lastPort) {
    const sandbox = await onPort(portOf('SANDBOX_PORT'), lastPort, (port) =>
      startBtcpaySandbox({ port, data: join(data, 'btcpay.json') }),
    );
    const { url, storeId, apiKey, webhookSecret } = sandbox;
    return {
      backend: { provider: btcpay({ url, storeId, apiKey, webhookSecret }) },
      panelUrl: url,
      panel: 'the sandbox of BTCPay Server: pay, confirm, replace, expire …',
      port: Number(new URL(url).port),
      connect: (checkoutUrl) => sandbox.setWebhook(`${checkoutUrl}/webhook/btcpay`),
      close: sandbox.close,
    };
  },
};

async function main() {
  const { dev, provider } = readArguments();
  const devServer = dev ? (await import('./dev-server.ts')).createDevServer : undefined;
  const last = lastPorts();
  const payments = await SERVERS[provider](last.sandbox);
  const shop = await onPort(portOf('PORT'), last.shop, (port) =>
    startShop({
      port,
      // A payment can only be followed at the server that it was made at.
      database: join(data, provider === 'service' ? 'shop.db' : `shop-${provider}.db`),
      backend: payments.backend,
      ...(devServer ? { devServer } : {}),
    }),
  );
  payments.connect?.(`${shop.url}/pay`);
  writeFileSync(portsFile, JSON.stringify({ shop: shop.port, sandbox: payments.port }));

  console.log(`
  The shop        ${shop.url}
  The payer       ${payments.panelUrl}   (${payments.panel})

  Buy something in the shop, then pay in the control panel. No real money is used. Press Ctrl-C to stop both.
`);

  endAtSignal(async () => {
    await shop.close();
    await payments.close();
  });
}

function endAtSignal(close: () => Promise<void>) {
  let ending = false;
  const end = async () => {
    if (ending) return process.exit(130); // a second Ctrl-C ends the process at once
    ending = true;
    await close();
    process.exit(0);
  };
  process.on('SIGINT', () => void end());
  process.on('SIGTERM', () => void end());
}

try {
  await main();
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  console.error(
    code === 'EADDRINUSE' ? `A port is in use: ${message}. Set PORT or SANDBOX_PORT to another port.` : message,
  );
  process.exit(1);
}
