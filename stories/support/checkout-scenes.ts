import { BTC, crypto, EVM, localcode, wallet } from '../../test/support/payments.ts';
import { answerInPage, SHOP, type InPage } from './in-page.ts';

const COINS = ['BTC', 'ETH', 'LTC', 'BCH', 'DOGE', 'BNB', 'TRX', 'ERC20/USDT', 'SOL/SOL'];

/** What `GET orders/1001` answers. */
const order = (fields: object = {}) => ({
  order: '1001',
  amount: '48.20',
  currency: 'USD',
  methods: [
    { method: 'crypto', coins: COINS.map((symbol) => ({ symbol })) },
    { method: 'wallet' },
    { method: 'localcode' },
  ],
  payments: [],
  ...fields,
});

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const refused = (code: string, status: number, headers: Record<string, string> = {}) =>
  json({ error: { code } }, status, headers);

/** The payment of a choice. */
async function made(request: Request): Promise<Response> {
  const { method, coin = '' } = (await request.json()) as { method: string; coin?: string };
  if (method === 'wallet') return json(wallet());
  if (method === 'localcode') return json(localcode());
  return json(crypto({ tid: `t-${coin}`, cryptoCoin: coin, address: coin === 'BTC' ? BTC : EVM }));
}

const onlyUsdt = [{ method: 'crypto', coins: [{ symbol: 'ERC20/USDT' }] }];
const never = ({ signal }: Request) =>
  new Promise<never>((_, refuse) => signal.addEventListener('abort', () => refuse(signal.reason as Error)));
const unreachable = () => Promise.reject<Response>(new TypeError('Failed to fetch'));

/** A payment that was paid beside the one that paid the order. */
const PAID = { id: 'w81', amount: '48.20', currency: 'USD', phase: 'paid' };

/** The first time a transfer waits; after that, money is seen for a payment that was begun before it. */
let reads = 0;
const movedLater = ({ url }: Request) => {
  if (url.split('?')[0]!.endsWith('/status')) return json({ status: 'NEW', version: 1, orderPhase: 'detected' });
  reads += 1;
  const before = crypto({ tid: 't-1', status: reads > 1 ? 'DETECTED' : 'NEW' });
  return json(order({ payments: [before, wallet({ statusUrl: `${SHOP}/scenes/moved/status` })] }));
};

/** A shop in each state that a payer may meet: what it answers for the order, and for a choice. */
const SCENES = {
  choosing: [() => json(order()), made],
  loading: [never, made],
  confirming: [() => json(order({ methods: onlyUsdt })), made],
  begun: [() => json(order({ payments: [wallet(), crypto()] })), made],
  moved: [movedLater, made],
  'other-amount': [() => json(order({ mismatchedPayments: [{ ...PAID, amount: '5.00' }] })), made],
  'paid-twice': [() => json(order({ paid: crypto({ status: 'PAID' }), duplicatePayments: [PAID] })), made],
  'under-way': [
    () => json(order({ payments: [crypto({ status: 'UNDERPAID', cryptoAmountReceived: '0.0005' })] })),
    made,
  ],
  preparing: [() => json(order()), never],
  busy: [() => json(order()), () => refused('busy', 503, { 'retry-after': '600' })],
  'not-prepared': [() => json(order()), () => refused('service-unavailable', 503)],
  'too-small': [() => json(order()), () => refused('below-minimum', 422)],
  paid: [() => json(order({ paid: crypto({ status: 'PAID' }) })), made],
  'already-paid': [() => json(order({ paid: true })), made],
  'sold-out': [() => json(order({ soldOut: true })), made],
  unknown: [() => refused('unknown-order', 404), made],
  unreadable: [() => json({ hello: 'world' }), made],
  'no-contact': [unreachable, made],
} satisfies Record<string, readonly [order: InPage, payment: InPage]>;

/** The name of a scene. */
export type Scene = keyof typeof SCENES;

/** Where the order of a scene is. */
export const orderIn = (scene: Scene): string => `${SHOP}/scenes/${scene}/orders/1001`;

/** Puts the shops into the page, for a payer who was in none of them before. */
export function answerScenes(): void {
  reads = 0;
  sessionStorage.clear();
  for (const [scene, [onOrder, onPayment]] of Object.entries(SCENES))
    answerInPage(`${SHOP}/scenes/${scene}/`, (request) => (request.method === 'POST' ? onPayment : onOrder)(request));
}
