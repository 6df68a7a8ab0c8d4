import { cryptoAmount, decimalText } from './amount.ts';
import { findCoin } from './coin.ts';
import { isPhase, phaseOf, type Phase } from './status.ts';
import { readPng, webUrl } from './web.ts';

/**
 * The three payments as a payer may see them, in the service's own field names (contract 2.6 to 2.8).
 * Amounts are decimal text. Which of `tid`, `pid` and `bid` is there tells which payment it is.
 */

/** The service's three kinds of payment. */
export const methods = ['crypto', 'wallet', 'localcode'] as const;
/** `crypto` (contract 4.3), `wallet` (4.4) or `localcode` (4.5). */
export type Method = (typeof methods)[number];

/** A QR code as drawn modules, so that a page need not load an encoder. */
export interface QrModules {
  /** Modules on a side, without the quiet zone. */
  readonly size: number;
  /** The modules row by row, dark is 1, most significant bit first, padded once at the end; base64. */
  readonly bits: string;
}

/** What the shop knows beside the service's answer. */
export interface KnownByShop {
  /** Where to ask for news of this payment. */
  readonly statusUrl?: string;
  readonly phase?: Phase;
  /** Goes up with each change. */
  readonly version?: number;
  /** When the shop's offer ends, ISO 8601. The service shows no expiry; without this there is no countdown. */
  readonly expiresAt?: string;
  /** The smallest coin amount that confirms (contract 4.2), decimal text. */
  readonly minimumTransactionCoin?: string;
  /** What has arrived so far, in the coin, decimal text. */
  readonly cryptoAmountReceived?: string;
  readonly confirmations?: number;
  readonly confirmationsRequired?: number;
  readonly qr?: QrModules;
  /** What one coin costs in the payment's currency, decimal text. Only shown: no amount is computed from it. */
  readonly rate?: string;
  /** The shop's name for the order, for the receipt. */
  readonly orderRef?: string;
  /** When the whole amount was reported, ISO 8601, for the receipt. */
  readonly paidAt?: string;
  /** True when the payment came from a sandbox: nobody must send real money to it. */
  readonly test?: boolean;
}

interface Shown extends KnownByShop {
  /** The service's own word. Contract 3: NEW or PENDING at creation; further words are not shown. */
  readonly status: string;
  readonly phase: Phase;
  /** The fiat amount, decimal text. */
  readonly amount: string;
  readonly hostedUrl?: string;
}

/** Contract 2.6. */
export interface CryptoPayment extends Shown {
  readonly tid: string;
  readonly address: string;
  /** The service's own QR image; nobody says what it holds. */
  readonly qrCodeBase64?: string;
  /** Fiat code; the service writes it in lower case here. */
  readonly currency: string;
  /** Coin symbol; the service writes it in lower case here. */
  readonly cryptoCoin: string;
  /** In the coin, decimal text. */
  readonly cryptoAmountExpected: string;
}

/** Contract 2.7. */
export interface WalletPayment extends Shown {
  readonly pid: string;
  readonly currency: string;
  /** What the payer must place, byte for byte, in the transfer's note. */
  readonly note: string;
}

/** Contract 2.8. It shows no currency. */
export interface LocalcodePayment extends Shown {
  readonly bid: string;
}

/** What may leave the shop's backend for a browser. */
export type PublicPayment = CryptoPayment | WalletPayment | LocalcodePayment;

/** Which kind of payment it is, by the identifier it carries. */
export function methodOf(payment: PublicPayment): Method {
  return 'tid' in payment ? 'crypto' : 'pid' in payment ? 'wallet' : 'localcode';
}

/** The service's identifier of the payment. */
export function idOf(payment: PublicPayment): string {
  return 'tid' in payment ? payment.tid : 'pid' in payment ? payment.pid : payment.bid;
}

/** Which field identifies a payment of each kind. */
export const ID_FIELD = { crypto: 'tid', wallet: 'pid', localcode: 'bid' } as const;

type Reader = (value: unknown, fields: Readonly<Record<string, unknown>>) => unknown;

const text: Reader = (value) => (typeof value === 'string' ? value : undefined);
const count: Reader = (value) => {
  const number = Number(decimalText(value));
  return Number.isSafeInteger(number) ? number : undefined;
};
const decimal: Reader = (value) => decimalText(value);

/** Exactly what the coin can carry; for a coin we do not know, the plain text of what was said. */
const coinAmount: Reader = (value, { cryptoCoin }) => {
  const plain = decimalText(value);
  const coin = typeof cryptoCoin === 'string' ? findCoin(cryptoCoin) : undefined;
  return plain !== undefined && coin ? cryptoAmount(plain, coin).text : plain;
};

/** A status address may be relative: the page resolves it. */
const ownUrl: Reader = (value) => (webUrl(value, 'https://relative.invalid') ? value : undefined);

const instant: Reader = (value) => {
  const time = typeof value === 'string' && value.length <= 40 ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
};

const qrModules: Reader = (value) => {
  const { size, bits } = Object(value) as Partial<Record<string, unknown>>;
  const side = Number(decimalText(size));
  // Versions 1 to 40 of ISO/IEC 18004 are 21 to 177 modules wide, four apart.
  if (!(side >= 21 && side <= 177 && side % 4 === 1) || typeof bits !== 'string') return undefined;
  const bytes = Math.ceil((side * side) / 8);
  return bits.length === Math.ceil(bytes / 3) * 4 && /^[A-Za-z0-9+/]+={0,2}$/.test(bits)
    ? { size: side, bits }
    : undefined;
};

/**
 * Everything that may reach a browser, each with how it is read. What is not named here does not leave:
 * never `webhookUrl`, `meta`, `payoutEmail`, `payoutAddress`, `splitPayoutAddresses`,
 * `additionalInformation` or any key.
 */
const PUBLIC: Readonly<Record<string, Reader>> = {
  tid: text,
  pid: text,
  bid: text,
  address: text,
  qrCodeBase64: readPng,
  currency: text,
  amount: decimal,
  cryptoCoin: text,
  cryptoAmountExpected: coinAmount,
  note: text,
  status: text,
  hostedUrl: (value) => webUrl(value),
  statusUrl: ownUrl,
  version: count,
  expiresAt: instant,
  minimumTransactionCoin: coinAmount,
  cryptoAmountReceived: coinAmount,
  confirmations: count,
  confirmationsRequired: count,
  qr: qrModules,
  rate: decimal,
  orderRef: text,
  paidAt: instant,
  test: (value) => (value === true ? true : undefined),
};

/** Fields whose exact digits may stand beside the number, as the typed client keeps them. */
const exactOf = (fields: Readonly<Record<string, unknown>>, name: string) => fields[`${name}Text`] ?? fields[name];

/**
 * The part of a payment that a browser may see, by allow-list, with every amount as exact decimal text.
 *
 * Takes the service's `data` (or a payment that is public already) and what the shop knows beside it. What
 * is missing or malformed is left out; `parsePayment` says which field a tag cannot do without.
 */
export function toPublicPayment(data: object, known: KnownByShop = {}): PublicPayment {
  if (typeof data !== 'object' || data === null) throw new TypeError('data: a payment object is needed');
  const own = (from: object, name: string) =>
    Object.hasOwn(from, name) ? (from as Record<string, unknown>)[name] : undefined;
  const fields: Record<string, unknown> = {};
  for (const name of Object.keys(PUBLIC))
    for (const key of [name, `${name}Text`]) fields[key] = own(known, key) ?? own(data, key) ?? undefined;

  const shown: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(PUBLIC)) {
    const value = read(exactOf(fields, name), fields);
    if (value !== undefined) shown[name] = value;
  }
  const phase = own(known, 'phase') ?? own(data, 'phase');
  shown.phase = isPhase(phase) ? phase : phaseOf(shown.status as string);
  return shown as unknown as PublicPayment;
}
