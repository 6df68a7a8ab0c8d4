import { depositAddress } from './addresses.ts';
import type { VirtualClock } from '../actions/virtual-clock.ts';
import { coins, fiatPrices } from './coins.ts';
import type { CoinSymbol, SandboxCoin } from './coins.ts';
import { decimal, decimalText, divideUp, multiply } from '../decimal.ts';
import type { ContractGaps } from './contract-gaps.ts';
import { seededText } from '../seeded.ts';
import type { WebhookScript } from '../webhooks/webhook-script.ts';
import type { CryptoOrder, LocalcodeOrder, WalletOrder } from './rules.ts';
import type { State } from './status-words.ts';

interface Entry {
  readonly id: string;
  readonly createdAt: number;
  state: State;
  /** Incremented with every change. */
  version: number;
  /** The webhook script of this payment. A number in its `drop` is decremented for each dropped webhook. */
  script?: WebhookScript;
  /** The number of completed steps of its directives. */
  stepsDone?: number;
  /** The reason why a step failed, for the last failed step. */
  stepFault?: string;
}

export interface CryptoEntry extends Entry {
  readonly kind: 'crypto';
  readonly order: CryptoOrder;
  readonly address: string;
  /** The expected, the smallest and the received amount in the coin, as exact text. */
  readonly expected: string;
  readonly minimum: string;
  received: string;
  confirmations: number;
  readonly confirmationsRequired: number;
  /** Contract 3: after a transfer below the minimum the payment is never confirmed, and no webhook is sent. */
  unconfirmable: boolean;
}

export interface WalletEntry extends Entry {
  readonly kind: 'wallet';
  readonly order: WalletOrder;
  readonly note: string;
  /** The note of the last transfer. */
  playedNote: string | undefined;
}

export interface LocalcodeEntry extends Entry {
  readonly kind: 'localcode';
  readonly order: LocalcodeOrder;
  /** The correct code. */
  readonly code: string;
  wrongCodes: number;
}

export type PaymentEntry = CryptoEntry | WalletEntry | LocalcodeEntry;

/** The payments in the form in which they are stored. */
export interface SavedRecords {
  readonly payments: readonly PaymentEntry[];
  /** The number of assigned addresses for each coin. */
  readonly counts: readonly (readonly [CoinSymbol, number])[];
}

export interface PaymentRecords {
  readonly addCrypto: (order: CryptoOrder) => CryptoEntry;
  readonly addWallet: (order: WalletOrder) => WalletEntry;
  readonly addLocalcode: (order: LocalcodeOrder) => LocalcodeEntry;
  readonly find: (id: string) => PaymentEntry | undefined;
  /** The newest first. */
  readonly all: () => PaymentEntry[];
  readonly save: () => SavedRecords;
}

/** Letters and digits that are not easily confused. */
const CLEAR = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** What ends an attribute or begins an element where it is not escaped. */
const MARKS = ` '"><b>&amp;`;

/** Keeps the payments, in memory. */
export function createPaymentRecords(options: {
  readonly virtualClock: VirtualClock;
  readonly seed: string;
  readonly contractGaps: ContractGaps;
  readonly saved?: SavedRecords | undefined;
}): PaymentRecords {
  const { virtualClock, seed, contractGaps, saved } = options;
  const entries = new Map(saved?.payments.map((entry) => [entry.id, entry]));
  const counts = new Map<CoinSymbol, number>(saved?.counts);

  /** Derived from the seed and the number of the next payment, so that a restart continues the same sequence. */
  const draw = (what: 'id' | 'note' | 'code', length: number, letters: string) =>
    seededText(seed, `${what} of payment ${entries.size}`, length, letters);

  function add<T extends PaymentEntry>(fields: Omit<T, 'id' | 'createdAt' | 'version'>): T {
    const common = { id: draw('id', 20, CLEAR.toLowerCase()), createdAt: virtualClock.now(), version: 1 };
    const { webhooks } = fields.order.directives ?? {};
    const entry = { ...fields, ...common, ...(webhooks && { script: webhooks }) } as T;
    entries.set(entry.id, entry);
    return entry;
  }

  return {
    addCrypto(order) {
      const index = counts.get(order.coin) ?? 0;
      counts.set(order.coin, index + 1);
      const coin = coinOf(order.coin);
      return add<CryptoEntry>({
        kind: 'crypto',
        order,
        state: 'NEW',
        address: depositAddress(order.coin, seed, index),
        expected: quote(order, coin, contractGaps),
        minimum: coin.minimum,
        received: '0',
        confirmations: 0,
        confirmationsRequired: contractGaps.confirmations.required,
        unconfirmable: false,
      });
    },
    addWallet(order) {
      const plain = `PN-${draw('note', 12, CLEAR).replace(/(?<=^.{4}|^.{8})/g, '-')}`;
      const note = contractGaps.noteMarks ? `${plain}${MARKS}` : plain;
      return add<WalletEntry>({ kind: 'wallet', order, state: 'NEW', note, playedNote: undefined });
    },
    addLocalcode(order) {
      const code = draw('code', 6, '0123456789');
      return add<LocalcodeEntry>({ kind: 'localcode', order, state: 'PENDING', code, wrongCodes: 0 });
    },
    find: (id) => entries.get(id),
    all: () => [...entries.values()].reverse(),
    save: () => ({ payments: [...entries.values()], counts: [...counts] }),
  };
}

export function coinOf(symbol: CoinSymbol): SandboxCoin {
  const coin = coins.find((one) => one.symbol === symbol);
  if (!coin) throw new TypeError(`no coin ${symbol}`);
  return coin;
}

/** The price in the coin, rounded up. Rounded down, a payer who sends the displayed amount would underpay. */
function quote(order: CryptoOrder, coin: SandboxCoin, { quoteDecimals }: ContractGaps): string {
  const places = Math.min(quoteDecimals[coin.symbol] ?? coin.quoteDecimals, coin.decimals);
  const dollars = multiply(decimal(order.amount), decimal(fiatPrices[order.currency] ?? '1'));
  return decimalText(divideUp(dollars, decimal(coin.price), places));
}
