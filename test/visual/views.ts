/** Runs in the page: every view of every tag, to be measured. */
import '../../src/elements/define.ts';
import { phases } from '../../src/core/payments/phases.ts';
import type { PayElement } from '../../src/elements/base/pay-element.ts';
import { crypto, EVM, inPhase, localcode, wallet } from '../support/payments.ts';

const OTHER = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const LEFT_MS = 9e5;

const order = (fields: object = {}) => ({
  order: '1001',
  amount: '48.20',
  currency: 'USD',
  methods: [
    { method: 'crypto', coins: ['BTC', 'ETH', 'DOGE', 'ERC20/USDT'].map((symbol) => ({ symbol })) },
    { method: 'wallet' },
    { method: 'localcode' },
  ],
  payments: [],
  ...fields,
});
const token = { methods: [{ method: 'crypto', coins: [{ symbol: 'ERC20/USDT' }] }] };
const begun = crypto({ ...inPhase('awaiting'), cryptoCoin: 'BTC' });
const other = { id: 'w81-7f3k92qx', amount: '1234.50', currency: 'USD', phase: 'paid' };
const coins = { methods: [order().methods[0]] };

/** What the shop's backend says of each order; nothing where it does not answer. */
const ORDERS: Readonly<Record<string, object | undefined>> = {
  methods: order(),
  coins: order(coins),
  network: order(token),
  begun: order({ payments: [begun] }),
  progress: order({ payments: [begun] }),
  leaving: order({ payments: [begun] }),
  mismatched: order({ mismatchedPayments: [other] }),
  twice: order({ paid: crypto(inPhase('paid')), duplicatePayments: [other] }),
  preparing: order(),
  busy: order(),
  unknown: order(),
  sold: order({ soldOut: true }),
  paid: order({ paid: true }),
  lost: undefined,
};

const real = window.fetch.bind(window);
window.fetch = async (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
  const [, name = ''] = /^\/pay\/orders\/(\w+)/.exec(pathname) ?? [];
  if (pathname === '/pay/payments') {
    if ((init?.body as string).includes('busy')) return new Response('{}', { status: 429 });
    return new Promise(() => {});
  }
  if (pathname === '/unreachable' || (name && !ORDERS[name])) throw new TypeError('Failed to fetch');
  if (!name) return real(input, init);
  return Response.json(ORDERS[name], { status: name === 'unknown' ? 404 : 200 });
};

const MAKE = { 'pay-crypto': crypto, 'pay-wallet': wallet, 'pay-localcode': localcode };
type Tag = keyof typeof MAKE;

/** As many digits as a coin has. */
const LONG = { cryptoAmountExpected: '12.345678901234567891', amount: '1234.50' };
const PART = { status: 'UNDERPAID', cryptoAmountReceived: '1.000000000000000001' };

/** Payments with more to say than a phase has. */
const MORE: Readonly<Record<string, readonly [Tag, unknown, string?]>> = {
  token: ['pay-crypto', crypto({ cryptoCoin: 'erc20/usdt', address: EVM, minimumTransactionCoin: 5 })],
  'long amount': ['pay-crypto', crypto({ cryptoCoin: 'eth', address: EVM, ...LONG })],
  'long amount, a part': ['pay-crypto', crypto({ cryptoCoin: 'eth', address: EVM, ...LONG, ...PART })],
  'long amount, paid': [
    'pay-crypto',
    crypto({ cryptoCoin: 'eth', address: EVM, ...LONG, ...PART, status: 'OVERPAID' }),
  ],
  test: ['pay-crypto', crypto({ test: true })],
  'test of a wallet': ['pay-wallet', wallet({ test: true, note: '  two  spaces\nand a line ' })],
  'time left': ['pay-crypto', crypto({ expiresAt: new Date(Date.now() + LEFT_MS).toISOString() })],
  lost: ['pay-crypto', crypto(), '/unreachable'],
  changed: ['pay-crypto', crypto()],
  'no payment': ['pay-crypto', undefined],
  unreadable: ['pay-crypto', { tid: 'x', hostedUrl: 'https://pay.example/x' }],
  'no page': ['pay-localcode', localcode({ hostedUrl: undefined })],
};

const frame = () => new Promise((done) => requestAnimationFrame(done));
async function until(holds: () => unknown) {
  while (!holds()) await frame();
}

const inside = ({ shadowRoot }: PayElement) => shadowRoot?.querySelector<PayElement>(TAGS);
const TAGS = Object.keys(MAKE).join();
const isOpen = (tag: PayElement): boolean => {
  const inner = inside(tag);
  return inner ? isOpen(inner) : !!tag.shadowRoot?.querySelector('[part~=status], [role=status]');
};
const isDrawn = (tag: PayElement) => isOpen(tag) && !tag.shadowRoot!.querySelector('.tile > .skeleton')?.clientWidth;

function make(name: Tag | 'pay-checkout', fields: Partial<PayElement>): PayElement {
  const tag = document.createElement(name);
  Object.assign(tag, fields);
  const shop = document.createElement('span');
  shop.slot = 'header';
  shop.textContent = 'Northwind Coffee';
  const back = document.createElement('a');
  back.slot = 'paid';
  back.href = '#shop';
  back.textContent = 'Northwind Coffee';
  tag.append(shop, back);
  return tag;
}

/** Every view by its name, such as `pay-wallet paid` or `pay-checkout busy`. */
export const views: ReadonlyMap<string, PayElement> = new Map([
  ...Object.entries(MAKE).flatMap(([tag, payment]) =>
    phases.map((phase) => [`${tag} ${phase}`, make(tag as Tag, { payment: payment(inPhase(phase)) })] as const),
  ),
  ...Object.entries(MORE).map(
    ([name, [tag, payment, statusUrl = '']]) =>
      [`${tag} ${name}`, make(tag, { statusUrl, ...(payment ? { payment } : {}) })] as const,
  ),
  ...Object.keys(ORDERS).map(
    (name) => [`pay-checkout ${name}`, make('pay-checkout', { src: `/pay/orders/${name}` })] as const,
  ),
]);

/** Presses a choice in a view of the checkout. */
const choose = (name: string, at: number) =>
  views.get(`pay-checkout ${name}`)!.shadowRoot!.querySelectorAll<HTMLElement>('.choice')[at]!.click();

/** Puts all of them on the page, each in a cell of its own. */
export async function showAll(width: number, columns: number): Promise<void> {
  const sheet = document.querySelector('main')!;
  sheet.style.grid = `auto-flow / repeat(${columns}, ${width}px)`;
  for (const tag of views.values()) {
    const cell = document.createElement('div');
    cell.append(tag);
    sheet.append(cell);
  }
  await until(() => [...views.values()].every(isDrawn));
  const lost = views.get('pay-crypto lost')!;
  await until(() => lost.matches(':state(lost)') || lost.refresh());
  const changed = views.get('pay-crypto changed')!;
  const help = changed.shadowRoot!.querySelector<HTMLElement>('#help')!;
  help.showPopover();
  await frame();
  help.hidePopover();
  changed.payment = crypto({ address: OTHER });
  choose('preparing', 1);
  choose('busy', 1);
  await settled();
  for (const name of ['leaving', 'begun']) {
    const press = (selector: string) =>
      until(() => {
        const button = views.get(`pay-checkout ${name}`)!.shadowRoot!.querySelector<HTMLElement>(selector);
        button?.click();
        return button;
      });
    await press('[part~=change-button]');
    if (name === 'begun') await press('.leave .plain');
  }
}

/** All of them have drawn what they know. */
export async function settled(): Promise<void> {
  await frame();
  for (const tag of views.values()) {
    await tag.updateComplete;
    await inside(tag)?.updateComplete;
  }
  await frame();
}
