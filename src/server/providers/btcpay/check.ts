import { isLocal } from '../../read-options.ts';
import { asSentence } from '../../as-sentence.ts';
import { ProviderError } from '../provider-error.ts';
import type { CallOptions, CheckOptions, ProviderFinding } from '../provider.ts';
import type { BtcpayClient } from './client.ts';
import type { BtcpaySettings } from './options.ts';
import { isTestMethod } from './invoice-report.ts';
import { coinOf } from './payment-methods.ts';
import type { ApiKey, ServerInfo, StoreWebhook } from './server-state.ts';

/** The permission that creates invoices, and those that contain it (`BTCPayServerServices.cs` of version 2.4.1). */
const CREATE_INVOICE = 'btcpay.store.cancreateinvoice';
const WITH_CREATE_INVOICE = [
  CREATE_INVOICE,
  'btcpay.store.canmodifyinvoices',
  'btcpay.store.canmodifystoresettings',
  'unrestricted',
];

/** The events after which an invoice is read. */
const NEEDED_EVENTS = [
  'InvoiceReceivedPayment',
  'InvoiceProcessing',
  'InvoiceExpired',
  'InvoiceSettled',
  'InvoiceInvalid',
];

/** An order that no shop has: its invoices are asked for, because that needs the same permission as reading one. */
const NO_ORDER = 'pay-elements doctor';

type Checked = BtcpayClient & Pick<BtcpaySettings, 'url' | 'storeId'>;

/** Checks the server, the key, the store, its wallets and nodes, and the webhook. It creates and changes nothing. */
export async function checkBtcpay(
  client: Checked,
  { publicUrl, ...options }: CheckOptions,
): Promise<ProviderFinding[]> {
  let info: ServerInfo;
  try {
    info = await client.serverInfo(options);
  } catch (error) {
    const isKey = error instanceof ProviderError && error.status === 401;
    return [
      { ...failure(isKey ? 'key' : 'server', error), ...(isKey && { fix: 'Set btcpay.apiKey (BTCPAY_API_KEY).' }) },
    ];
  }
  const message = `BTCPay Server ${info.version} at ${client.url} answers, and accepts the key.`;
  const { findings, methods } = await checkStore(client, options);
  return [
    { check: 'server', state: 'ok', message },
    ...findings,
    ...(methods
      ? [
          ...checkWallets(client, info, methods),
          ...(await checkNetwork(client, options)),
          await checkWebhook(client, publicUrl, options),
        ]
      : []),
  ];
}

/** The finding of a request that failed. The reason says what to do. */
function failure(check: string, error: unknown): ProviderFinding {
  if (!(error instanceof ProviderError)) throw error;
  return { check, state: error.code === 'rate-limited' ? 'warning' : 'problem', message: asSentence(error.message) };
}

const isForbidden = (error: unknown): error is ProviderError => error instanceof ProviderError && error.status === 403;

/** Which permissions the key lacks for the store, and the enabled payment methods of the store. */
async function checkStore(client: Checked, options: CallOptions) {
  const { storeId } = client;
  try {
    const key = await client.currentKey(options);
    const [methods, invoices] = await Promise.all([
      unlessForbidden(client.storeMethods(options)),
      unlessForbidden(client.invoicesOfOrder(NO_ORDER, options)),
    ]);
    const missing = [
      ...(mayCreate(key, storeId) ? [] : [CREATE_INVOICE]),
      ...(invoices === undefined ? ['btcpay.store.canviewinvoices'] : []),
      ...(methods === undefined ? ['btcpay.store.canviewstoresettings'] : []),
    ];
    return { findings: [judgeKey(key, storeId, missing, methods !== undefined || invoices !== undefined)], methods };
  } catch (error) {
    return { findings: [failure('store', error)], methods: undefined };
  }
}

const unlessForbidden = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (isForbidden(error)) return undefined;
    throw error;
  });

/** A permission without a store is one for all stores of the key's account. */
const mayCreate = ({ permissions }: ApiKey, storeId: string): boolean =>
  permissions.some(({ policy, store }) => WITH_CREATE_INVOICE.includes(policy) && (store ?? storeId) === storeId);

function judgeKey(
  { permissions }: ApiKey,
  storeId: string,
  missing: readonly string[],
  isStoreSeen: boolean,
): ProviderFinding {
  const stores = permissions.flatMap(({ store }) => store ?? []);
  const isForAll = permissions.some(
    ({ policy, store }) => store === undefined && /^btcpay\.store\.|^unrestricted$/.test(policy),
  );
  if (!isStoreSeen && !stores.includes(storeId) && (isForAll || stores.length > 0)) {
    const others = [...new Set(stores)].join(', ');
    return {
      check: 'store',
      state: 'problem',
      message: isForAll
        ? `The account of the key has no store ${storeId}.`
        : `The key is for another store than ${storeId}: ${others}.`,
      fix: 'Set btcpay.storeId (BTCPAY_STORE_ID) to the id in the settings of the store, or create a key for it.',
    };
  }
  if (missing.length > 0)
    return {
      check: 'key',
      state: 'problem',
      message: `The key lacks for the store ${storeId}: ${missing.join(', ')}.`,
      fix: "Create a key with it in the account's settings, API keys, and set btcpay.apiKey (BTCPAY_API_KEY).",
    };
  return {
    check: 'key',
    state: 'ok',
    message: `The key has the permissions that are needed for the store ${storeId}.`,
  };
}

/** The coins that are offered, those that have no wallet, and the nodes of the offered ones. */
function checkWallets({ storeId }: Checked, { supported, isSynced, nodes }: ServerInfo, methods: readonly string[]) {
  const coins = methods.map(coinOf).filter((coin) => coin !== undefined);
  const without = supported.map(coinOf).filter((coin) => coin !== undefined && !coins.includes(coin));
  const missing = without.length === 0 ? '' : `\nNo wallet, so not offered: ${without.join(', ')}.`;
  if (coins.length === 0)
    return [
      {
        check: 'wallets',
        state: 'problem',
        message: `The store ${storeId} has no wallet of a coin that can be offered.${missing}`,
        fix: 'Connect one in the settings of the store, Wallets, and enable it.',
      },
    ] satisfies ProviderFinding[];
  const behind = nodes.filter((node) => methods.includes(node.paymentMethodId) && !node.isAvailable);
  const height = ({ blocks, headers }: ServerInfo['nodes'][number]) =>
    blocks === undefined || headers === undefined ? '' : `, at block ${blocks} of ${headers}`;
  const found: ProviderFinding[] = [
    { check: 'wallets', state: 'ok', message: `The store offers ${coins.join(', ')}.${missing}` },
    ...behind.map((node): ProviderFinding => ({
      check: 'nodes',
      state: 'problem',
      message: `The node of ${coinOf(node.paymentMethodId)} is not reachable or not in sync${height(node)}.`,
      fix: 'No payment in it can be created until it is. See the start page of the server.',
    })),
  ];
  if (behind.length === 0)
    found.push(
      isSynced
        ? { check: 'nodes', state: 'ok', message: 'The nodes of the server are in sync.' }
        : {
            check: 'nodes',
            state: 'warning',
            message: 'A node of the server is not in sync, of a coin that is not offered.',
          },
    );
  return found;
}

/** A warning when the addresses of the newest invoices are those of a test network. Before the first one, none is known. */
async function checkNetwork(client: Checked, options: CallOptions): Promise<readonly ProviderFinding[]> {
  const check = 'network';
  try {
    for (const { id, paymentMethods } of await client.newestInvoices(options)) {
      const methods = paymentMethods ?? (await client.invoiceMethods(id, options));
      if (!methods.some(isTestMethod)) continue;
      const message = 'The addresses of the store are those of a test network.';
      const fix = 'Its payments pay no order unless allowTestPayments is true.';
      // A server on this machine is one for tests.
      return [{ check, state: isLocal(client.url) ? 'ok' : 'warning', message, fix }];
    }
    return [];
  } catch (error) {
    return isForbidden(error) ? [] : [failure(check, error)];
  }
}

async function checkWebhook(
  client: Checked,
  publicUrl: string | undefined,
  options: CallOptions,
): Promise<ProviderFinding> {
  const check = 'webhook';
  if (publicUrl === undefined)
    return { check, state: 'skipped', message: 'Without publicUrl (PAY_URL) the address of the webhook is not known.' };
  const wanted = `${publicUrl}/webhook/btcpay`;
  if (isLocal(publicUrl) && !isLocal(client.url))
    return {
      check,
      state: 'problem',
      message: `${publicUrl} is an address of this machine: the server cannot reach it, so no webhook will arrive.`,
      fix: 'Set publicUrl (PAY_URL) to the public https address.',
    };
  try {
    return { check, ...judgeWebhooks(await client.webhooks(options), wanted) };
  } catch (error) {
    if (!isForbidden(error)) return failure(check, error);
    return {
      check,
      state: 'skipped',
      message:
        'The webhook was not checked: the key lacks btcpay.store.webhooks.canmodifywebhooks, which payments do not need.',
      fix: `Compare by hand: the settings of the store, Webhooks, have the payload URL\n${wanted}`,
    };
  }
}

function judgeWebhooks(webhooks: readonly StoreWebhook[], wanted: string): Omit<ProviderFinding, 'check'> {
  const hrefOf = (url: string) => (URL.canParse(url) ? new URL(url).href : url);
  const ours = webhooks.filter(({ url }) => hrefOf(url) === hrefOf(wanted));
  // The other addresses may be those of other programs, and contain their secrets.
  const others = webhooks.flatMap(({ url }) =>
    /\/webhook\/btcpay\/?$/.test(url) && hrefOf(url) !== hrefOf(wanted) ? url : [],
  );
  const problem = (message: string, fix: string) => ({ state: 'problem', message, fix }) as const;
  const healing = 'Until then payments are found only by reading, which may take minutes.';
  if (ours.length === 0)
    return problem(
      [`No webhook of the store sends to\n${wanted}`, ...others.map((url) => `One sends to\n${url}`)].join('\n'),
      `Create it in the settings of the store, Webhooks, and set its secret (BTCPAY_WEBHOOK_SECRET).\n${healing}`,
    );
  const hook = ours.find(({ isEnabled }) => isEnabled);
  if (!hook) return problem(`The webhook is disabled that sends to\n${wanted}`, `Enable it.\n${healing}`);
  const missing = hook.events && NEEDED_EVENTS.filter((event) => !hook.events!.includes(event));
  if (missing?.length)
    return problem(`The webhook does not send the events ${missing.join(', ')}.`, 'Choose "Send me everything".');
  if (!hook.isRepeated)
    return {
      state: 'warning',
      message: 'The webhook is not sent again after a failure.',
      fix: 'Turn on "Automatic redelivery".',
    };
  return {
    state: 'ok',
    message: `A webhook of the store sends to\n${wanted}\nIts secret cannot be compared from here.`,
  };
}
