/** What there is to try of each tag: one row a tag. The manifest says whether a row is complete. */
import { crypto, localcode, wallet } from '../../support/payments.ts';
import { answering } from './shop.ts';

/** What a page hands to a tag, in its framework's own way. */
export interface Given {
  readonly payment?: unknown;
  readonly src?: string | null | undefined;
  readonly statusUrl?: string | null | undefined;
  readonly qr?: string | null | undefined;
  readonly layout?: string | null | undefined;
  readonly payNotify?: string | null | undefined;
  readonly pageUrl?: string | null | undefined;
  readonly create?: string | null | undefined;
  readonly lang?: string | null | undefined;
  readonly contact?: string | null | undefined;
  readonly home?: string | null | undefined;
  readonly hidden?: boolean;
  readonly tabindex?: number;
  /** By the name of the event. */
  readonly on?: Readonly<Record<string, ((event: never) => void) | undefined>>;
  /** Text by the slot it goes into. */
  readonly slots?: Readonly<Record<string, string>>;
  /** The tag's own text, in no slot. */
  readonly inside?: string | number;
  /** Something else stands in its place. */
  readonly away?: boolean;
  /** In React's StrictMode, which mounts everything twice. */
  readonly strict?: boolean;
}

export type Property =
  'payment' | 'src' | 'statusUrl' | 'qr' | 'layout' | 'contact' | 'home' | 'payNotify' | 'pageUrl' | 'create';

export interface Row {
  /** Its properties that a page may set. */
  readonly properties: readonly Property[];
  /** What makes it show a payment that is not paid yet; with these fields another. */
  readonly give: (fields?: object) => Given;
  /** Where it is asked for the payment, what it answers. */
  readonly answer: (fields?: object) => object;
  /** What the card holds only while there is something to pay. */
  readonly payable: string;
  /** What it says of a `src` that the shop does not know. */
  readonly gone: string;
  /** What a payer clicks, the fields of the event that follows, and those of the payment shown, by the event. */
  readonly clicks: Readonly<Record<string, readonly [part: string, fields: object, payment?: object]>>;
  /** The status under which a slot is open, by the slot. */
  readonly slots: Readonly<Record<string, string>>;
  /** What a payer clicks first, by the slot. */
  readonly opens?: Readonly<Record<string, string>>;
}

const SLOTS = { header: 'NEW', footer: 'NEW', help: 'NEW', paid: 'PAID', retry: 'LATE' } as const;
const SENT_SLOT = { slots: { ...SLOTS, sent: 'NEW' }, opens: { sent: 'sent-button' } } as const;
/** What every tag takes. */
const COMMON = ['src', 'layout', 'contact', 'home', 'payNotify', 'pageUrl'] as const;

/** A tag that takes its payment as a property too. */
const taking = (make: (fields?: object) => object) => ({
  give: (fields?: object) => ({ payment: make(fields) }),
  answer: make,
  gone: 'not-found',
});

/** An order with one way to pay, begun already: what it leads to is shown at once. */
const order = (fields?: object) => ({
  order: '1001',
  amount: '48.20',
  currency: 'USD',
  methods: [{ method: 'crypto', coins: [{ symbol: 'BTC' }] }],
  payments: [crypto(fields)],
});

export const TAGS = {
  'pay-crypto': {
    ...taking(crypto),
    properties: [...COMMON, 'payment', 'statusUrl', 'qr'],
    payable: '[part~=address]',
    clicks: {
      'pay-copy': ['copy-button', { what: 'amount' }],
      'pay-open': ['wallet-link', { what: 'wallet' }],
    },
    ...SENT_SLOT,
  },
  'pay-wallet': {
    ...taking(wallet),
    properties: [...COMMON, 'payment', 'statusUrl'],
    payable: '[part~=note]',
    clicks: {
      'pay-copy': ['copy-button', { what: 'note' }],
      'pay-open': ['page-link', { what: 'page', url: 'https://wallet.example/w81' }],
    },
    ...SENT_SLOT,
  },
  'pay-localcode': {
    ...taking(localcode),
    properties: [...COMMON, 'payment', 'statusUrl', 'qr'],
    payable: '.body [part~=page-link]',
    clicks: {
      'pay-copy': ['copy-button', { what: 'number' }, { status: 'LATE' }],
      'pay-open': ['page-link', { what: 'page', url: 'https://pay.example/b77' }],
    },
    slots: { ...SLOTS, code: 'PENDING' },
  },
  'pay-checkout': {
    give: (fields?: object) => ({ src: answering(order(fields)) }),
    answer: order,
    gone: 'unknown-order',
    properties: [...COMMON, 'qr', 'create'],
    payable: '[part~=address]',
    clicks: {
      'pay-copy': ['copy-button', { what: 'amount' }],
      'pay-open': ['wallet-link', { what: 'wallet' }],
    },
    slots: { ...SENT_SLOT.slots, code: 'NEW' },
    opens: SENT_SLOT.opens,
  },
} as const satisfies Readonly<Record<string, Row>>;

export type TagName = keyof typeof TAGS;
