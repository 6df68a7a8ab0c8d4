import { decimalText, textOf } from '../money/amount.ts';
import { asCoin, type Coin } from './coin.ts';
import { refuse, type Result } from '../result.ts';

/** The content of a payment link or QR code, as a strict wallet reads it. */
export interface PaymentRequest {
  /**
   * As written; a Bitcoin Cash address without its prefix gets it. The address is not validated: use `checkAddress`.
   */
  readonly address: string;
  /** In coin units, plain decimal text; `null` when the payer chooses the amount. */
  readonly amount: string | null;
  /** The name of the recipient. */
  readonly label?: string;
  /** The purpose of the payment. */
  readonly message?: string;
  /** EIP-681 only; `null` when the link names no chain. */
  readonly chainId?: number | null;
  /** The contract of a token. */
  readonly token?: string;
}

type Answer = Result<PaymentRequest>;

const no = (reason: string): Answer => refuse('uri', reason);

/**
 * Reads a payment URI or a bare address of one coin, as strictly as the strictest wallet. The text is refused when it
 * has another scheme, a repeated parameter, an unknown `req-` parameter, a comma, an exponent where none is allowed, or
 * more digits than the coin has.
 */
export function parsePaymentUri(coin: string | Coin, text: string): Result<PaymentRequest> {
  if (typeof text !== 'string') throw new TypeError('uri: text is needed');
  const known = asCoin(coin);
  if (!known) return refuse('coin', 'unknown coin');
  const colon = text.indexOf(':');
  if (colon < 0) return bare(known, text);
  if (text.slice(0, colon).toLowerCase() !== known.scheme) return no(`scheme is not ${known.scheme}`);

  const [target = '', query, ...more] = text.slice(colon + 1).split('?');
  if (more.length) return no('a second question mark');
  const values = readQuery(query);
  if (typeof values === 'string') return no(values);
  if (known.chainId) return readEip681(known, target, values);
  if (known.scheme === 'bitcoincash' && mixedCase(text.slice(0, colon + 1) + target)) return no('mixed case');
  return readBip321(known, target, values);
}

function bare(coin: Coin, text: string): Answer {
  if (!/^[0-9A-Za-z]+$/.test(text)) return no('not an address');
  // A legacy address begins with a digit and has no prefix.
  const prefix = coin.scheme === 'bitcoincash' && /^[qpzr]/i.test(text) ? 'bitcoincash:' : '';
  return { ok: true, address: prefix + text, amount: null };
}

const mixedCase = (text: string) => text !== text.toLowerCase() && text !== text.toUpperCase();

/**
 * Returns the values by their keys in lower case, or the fault. BIP-321: a known key may appear only once, even with
 * the same value.
 */
function readQuery(query = ''): Map<string, string> | string {
  const values = new Map<string, string>();
  for (const pair of query.split('&').filter(Boolean)) {
    const [key = '', ...value] = pair.split('=');
    const name = key.toLowerCase();
    if (name.startsWith('req-')) return `unknown ${name}`;
    if (values.has(name)) return `${name} twice`;
    try {
      values.set(name, decodeURIComponent(value.join('=')));
    } catch {
      return `${name} is badly encoded`;
    }
  }
  return values;
}

/**
 * Reads a plain decimal with at most the coin's decimals: `null` when it is absent, `undefined` when it is invalid.
 * BIP-321 and Solana Pay allow no sign, comma or exponent.
 */
function readAmount(coin: Coin, value: string | undefined): string | null | undefined {
  if (value === undefined) return null;
  const match = /^\d+(?:\.(\d+))?$/.exec(value);
  if (!match) return undefined;
  const text = decimalText(value);
  return text !== undefined && (text.split('.')[1] ?? '').length <= coin.decimals ? text : undefined;
}

function readBip321(coin: Coin, target: string, values: ReadonlyMap<string, string>): Answer {
  const address = target.replace(/^\/\//, '');
  if (address === '') return no('no address of this coin');
  if (!/^[0-9A-Za-z]+$/.test(address)) return no('not an address');
  if (values.has('spl-token')) return no('a token, not the coin itself');
  const amount = readAmount(coin, values.get('amount'));
  if (amount === undefined) return no('amount');
  const label = values.get('label');
  const message = values.get('message');
  return {
    ok: true,
    address:
      coin.scheme === 'bitcoincash' && /^[qpzr]/i.test(address) ? `bitcoincash:${address.toLowerCase()}` : address,
    amount,
    ...(label !== undefined && { label }),
    ...(message !== undefined && { message }),
  };
}

const EIP681 = /^(?:pay-)?(0x[0-9a-fA-F]{40})(?:@(\d{1,10}))?(?:\/([A-Za-z0-9_]+))?$/;

function readEip681(coin: Coin, target: string, values: ReadonlyMap<string, string>): Answer {
  const match = EIP681.exec(target);
  if (!match) return no('not an address');
  const [, first = '', chain, call] = match;
  const chainId = chain === undefined ? null : Number(chain);
  if (chainId !== null && chainId !== coin.chainId) return no(`chain ${chainId} is not ${coin.chainId}`);
  if (coin.token) {
    if (first.toLowerCase() !== coin.token.toLowerCase()) return no('another token');
    if (call !== 'transfer') return no('not a transfer');
    const address = values.get('address') ?? '';
    if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return no('no recipient');
    return units(coin, values.get('uint256'), { address, chainId, token: first });
  }
  if (call !== undefined) return no(`function ${call}`);
  return units(coin, values.get('value'), { address: first, chainId });
}

/** Reads an EIP-681 amount. It is in the smallest unit and may have an exponent, but no fraction of a unit. */
function units(coin: Coin, value: string | undefined, rest: Omit<PaymentRequest, 'amount'>): Answer {
  if (value === undefined) return { ok: true, ...rest, amount: null };
  const atomic = /^\d+(?:\.\d+)?(?:[eE]\d{1,2})?$/.test(value) ? decimalText(value) : undefined;
  if (atomic === undefined || atomic.includes('.')) return no('amount');
  return { ok: true, ...rest, amount: textOf(BigInt(atomic), coin.decimals) };
}
