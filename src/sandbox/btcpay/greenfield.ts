import { textOf, unitsOf } from './decimals.ts';
import { paymentModel, type Invoice, type Invoices, type StoreSettings } from './invoices.ts';

/**
 * What goes wrong. `lost-request`: a connection breaks before an invoice is created. `lost-answer`: an invoice is created
 * and the connection breaks before the answer.
 *
 * @internal
 */
export type Fault =
  | 'no-answer'
  | 'lost-request'
  | 'lost-answer'
  | 'rate-limited'
  | 'not-synced'
  | 'proxy-error'
  | 'redirect'
  | 'not-json'
  | 'huge';

/** How the webhook of the store is set up. */
export interface WebhookSettings {
  readonly enabled: boolean;
  readonly automaticRedelivery: boolean;
  readonly authorizedEvents: { readonly everything: boolean; readonly specificEvents: readonly string[] };
}

export interface ApiState {
  readonly invoices: Invoices;
  readonly settings: StoreSettings;
  readonly storeId: string;
  readonly apiKey: string;
  /** As the server keeps them: for one store with its id after a colon, otherwise for all stores of the account. */
  readonly permissions: readonly string[];
  readonly webhooks: () => readonly (WebhookSettings & { readonly id: string; readonly url: string })[];
  readonly version: string;
  url: string;
  fault: Fault | undefined;
}

export interface ApiRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly text: string;
  readonly authorization: string | undefined;
}

interface ApiResponse {
  readonly status: number;
  readonly answer: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const ok = (answer: unknown): ApiResponse => ({ status: 200, answer });
const refuse = (status: number, code: string, message: string): ApiResponse => ({ status, answer: { code, message } });

/** The coins of the server, with or without a wallet in the store. */
const SUPPORTED: readonly string[] = ['BTC-CHAIN', 'LTC-CHAIN', 'DOGE-CHAIN'];

/** The responses of faults that do not depend on the request. */
const FAULTS: Partial<Record<Fault, ApiResponse>> = {
  'rate-limited': { status: 429, answer: '<html>Too Many Requests</html>', headers: { 'retry-after': '7' } },
  'proxy-error': { status: 502, answer: '<html>Bad Gateway</html>', headers: { 'content-type': 'text/html' } },
  redirect: { status: 302, answer: '', headers: { location: 'http://127.0.0.1:9/' } },
  'not-json': { status: 200, answer: '<html>Welcome</html>' },
  huge: { status: 200, answer: `"${'x'.repeat(2 * 1024 * 1024)}"` },
};

/** Answers one request to the Greenfield API. */
export function answerGreenfield(state: ApiState, request: ApiRequest): ApiResponse {
  const fault = state.fault && FAULTS[state.fault];
  if (fault) return fault;
  const { pathname, searchParams } = new URL(request.path, 'http://localhost');
  const [, id] = /^\/api\/v1\/pull-payments\/([^/]+)$/.exec(pathname) ?? [];
  if (id !== undefined) return answerRefund(state, id); // public
  if (request.authorization !== `token ${state.apiKey}`)
    return refuse(401, 'unauthenticated', 'Authentication is required for accessing this endpoint');
  if (pathname === '/api/v1/server/info') return answerInfo(state);
  if (pathname === '/api/v1/api-keys/current') {
    const { apiKey, permissions } = state;
    return ok({ apiKey, label: 'shop', permissions });
  }

  const [, storeId, rest = ''] = /^\/api\/v1\/stores\/([^/]+)(\/.*)$/.exec(pathname) ?? [];
  const allow = (permission: string, answer: () => ApiResponse): ApiResponse =>
    storeId === state.storeId &&
    (state.permissions.includes(permission) || state.permissions.includes(`${permission}:${storeId}`))
      ? answer()
      : {
          status: 403,
          answer: {
            missingPermission: permission,
            code: 'missing-permission',
            message: `Insufficient API Permissions. Please use an API key with permission "${permission}". You can create an API key in your account's settings / Api Keys.`,
          },
        };
  if (request.method === 'POST' && rest === '/invoices')
    return allow('btcpay.store.cancreateinvoice', () => create(state, request.text));
  if (rest === '/invoices') return allow('btcpay.store.canviewinvoices', () => list(state, searchParams));
  if (rest === '/payment-methods') return allow('btcpay.store.canviewstoresettings', () => storeMethods(state));
  if (rest === '/webhooks') return allow('btcpay.store.webhooks.canmodifywebhooks', () => ok(state.webhooks()));
  const [, invoiceId, part] = /^\/invoices\/([^/]+)(\/payment-methods)?$/.exec(rest) ?? [];
  if (invoiceId !== undefined)
    return allow('btcpay.store.canviewinvoices', () => {
      const invoice = state.invoices.all.get(invoiceId);
      if (!invoice) return refuse(404, 'invoice-not-found', 'The invoice was not found');
      if (part) return ok([methodModel(state, invoice)]);
      return ok(invoiceModel(state, invoice, searchParams.get('includePaymentMethods') === 'true'));
    });
  return refuse(404, 'not-found', 'Not found');
}

function create(state: ApiState, text: string): ApiResponse {
  const { amount, currency, metadata, checkout } = JSON.parse(text) as {
    readonly amount: string;
    readonly currency: string;
    readonly metadata: Readonly<Record<string, unknown>>;
    readonly checkout: { readonly paymentMethods: readonly string[] };
  };
  const [paymentMethodId = ''] = checkout.paymentMethods;
  if (!SUPPORTED.includes(paymentMethodId)) {
    const path = 'checkout.paymentMethods[0]';
    return { status: 422, answer: [{ path, message: 'Invalid PaymentMethodId' }] };
  }
  if (amount.startsWith('-'))
    return { status: 422, answer: [{ path: 'amount', message: 'The amount should be 0 or more.' }] };
  if (state.fault === 'not-synced')
    return refuse(
      400,
      'generic-error',
      `Error retrieving a matching payment method or rate.\n${paymentMethodId}: Payment method unavailable (Full node not available)\n`,
    );
  // The server rounds to the decimals of the currency.
  const [whole = '0', fraction = ''] = amount.split('.');
  const rounded = fraction.length > 2 ? textOf(unitsOf(`${whole}.${fraction.slice(0, 2)}`)).slice(0, -6) : amount;
  try {
    const { storeId } = state;
    const invoice = state.invoices.create({ storeId, amount: rounded, currency, metadata, paymentMethodId });
    return ok(invoiceModel(state, invoice, false));
  } catch (error) {
    return refuse(400, 'generic-error', (error as Error).message);
  }
}

function list(state: ApiState, query: URLSearchParams): ApiResponse {
  const orderIds = query.getAll('orderId');
  const found = [...state.invoices.all.values()]
    .filter(({ metadata }) => orderIds.length === 0 || orderIds.includes(String(metadata.orderId)))
    .reverse()
    .slice(0, Number(query.get('take') ?? Infinity));
  return ok(found.map((invoice) => invoiceModel(state, invoice, query.get('includePaymentMethods') === 'true')));
}

const storeMethods = ({ settings }: ApiState): ApiResponse =>
  ok([
    ...settings.paymentMethods.map((paymentMethodId) => ({ enabled: true, paymentMethodId })),
    { enabled: true, paymentMethodId: 'BTC-LN' },
    { enabled: true, paymentMethodId: 'USDT-CHAIN' },
  ]);

function answerRefund({ invoices, url }: ApiState, id: string): ApiResponse {
  const refund = invoices.findRefund(id);
  if (!refund) return refuse(404, 'pullpayment-not-found', 'The pull payment was not found');
  const { amount, currency } = refund;
  const viewLink = `${url}/pull-payments/${id}`;
  return ok({
    id,
    name: 'Refund',
    description: '',
    currency,
    amount,
    autoApproveClaims: true,
    archived: false,
    viewLink,
  });
}

const answerInfo = ({ version, fault }: ApiState): ApiResponse =>
  ok({
    version,
    supportedPaymentMethods: [...SUPPORTED, 'BTC-LN'],
    fullySynched: fault !== 'not-synced',
    syncStatus: SUPPORTED.map((paymentMethodId) => {
      const blocks = fault === 'not-synced' ? 700_000 : 900_000;
      const nodeInformation = { headers: 900_000, blocks, verificationProgress: blocks / 900_000 };
      return { paymentMethodId, nodeInformation, chainHeight: 900_000, available: fault !== 'not-synced' };
    }),
  });

function invoiceModel(state: ApiState, invoice: Invoice, withMethods: boolean) {
  const { id, storeId, currency, metadata, created, expiration, monitoringExpiration, status } = invoice;
  return {
    id,
    storeId,
    amount: trimmed(invoice.price),
    paidAmount: '0.00',
    checkoutLink: `${state.url}/i/${id}`,
    status,
    additionalStatus: invoice.additionalStatus,
    monitoringExpiration,
    expirationTime: expiration,
    createdTime: created,
    availableStatusesForManualMarking: status === 'Settled' ? [] : ['Settled', 'Invalid'],
    archived: false,
    type: 'Standard',
    currency,
    metadata,
    checkout: { speedPolicy: 'MediumSpeed', paymentMethods: [invoice.paymentMethodId], paymentTolerance: 0 },
    receipt: { enabled: true, showQR: true, showPayments: true },
    // Versions before 2.4.1 know no such parameter for one invoice, and answer with an empty list.
    paymentMethods: withMethods && isAtLeast(state.version, '2.4.1') ? [methodModel(state, invoice)] : [],
  };
}

function methodModel({ invoices }: ApiState, invoice: Invoice) {
  const { paymentMethodId, destination } = invoice;
  const { total, due, paid, fee } = invoices.accounting(invoice);
  return {
    activated: true,
    destination,
    paymentLink: `bitcoin:${destination}?amount=${textOf(total)}`,
    rate: trimmed(invoice.rate),
    paymentMethodPaid: textOf(paid),
    totalPaid: textOf(paid),
    due: textOf(due),
    amount: textOf(total),
    paymentMethodFee: textOf(fee),
    payments: invoices.accountedOf(invoice).map((payment) => paymentModel(invoice, payment)),
    paymentMethodId,
    additionalData: { keyPath: '0/1', payjoinEnabled: false },
    currency: paymentMethodId.replace(/-CHAIN$/, ''),
  };
}

/** A price without the zeros of a coin: `24.90000000` is `24.9`. */
const trimmed = (units: string): string => textOf(BigInt(units)).replace(/\.?0+$/, '');

const isAtLeast = (version: string, least: string): boolean =>
  version.localeCompare(least, 'en', { numeric: true }) >= 0;
