import { isRecord } from '../../../core/json.ts';
import { parseBody } from './invoice.ts';

/** A response with a status outside 2xx, and what was asked for. */
export interface RefusedRequest {
  readonly status: number;
  readonly text: string;
  readonly storeId: string;
  /** Of a creation: the payment method that was asked for. */
  readonly paymentMethodId?: string | undefined;
}

/** The reason of a refusal. */
export interface BtcpayRefusal {
  readonly code: 'unauthorized' | 'rejected' | 'not-found' | 'rate-limited' | 'service-error' | 'bad-answer';
  /** What is wrong, and what to do. */
  readonly reason: string;
  /** The field of the request that is wrong, in the server's names: `checkout.paymentMethods[0]`. */
  readonly field?: string;
}

/** The longest part of a text of the server that is quoted, in characters. */
const QUOTE_MAX = 300;

/** The codes of what was asked for by its id. A 404 without one may be of a proxy, or of another path. */
const NOT_FOUND = ['invoice-not-found', 'pullpayment-not-found'];

/**
 * Reads a refusal of BTCPay Server.
 *
 * Its documents name only some of these bodies: the source of version 2.4.1 sends `{ code, message }` with 400, 401 and
 * 404, a `missingPermission` beside them with 403, and a list of `{ path, message }` with 422.
 */
export function readBtcpayRefusal(request: RefusedRequest): BtcpayRefusal {
  const { status, storeId } = request;
  const body = bodyOf(request.text);
  const quoted = quote(isRecord(body) ? body.message : undefined);
  if (status === 401)
    return {
      code: 'unauthorized',
      reason: `the API key is not accepted${quoted}. Create a key in the account's settings`,
    };
  if (status === 403) return { code: 'unauthorized', reason: forbiddenReason(body, storeId) };
  if (status === 429) return { code: 'rate-limited', reason: 'too many requests were sent; it is tried again later' };
  if (status === 400) return { code: 'rejected', reason: rejectedReason(request, quoted) };
  if (status === 404) {
    const isOfServer = isRecord(body) && NOT_FOUND.includes(String(body.code));
    return { code: isOfServer ? 'not-found' : 'bad-answer', reason: rejectedReason(request, quoted) };
  }
  if (status === 422) return validationRefusal(body);
  if (status >= 500) return { code: 'service-error', reason: `the server failed with ${status}${quoted}` };
  // A redirect is never followed: the request would send the key to the new address.
  if (status >= 300 && status < 400)
    return {
      code: 'bad-answer',
      reason: `redirected with ${status}. Set btcpay.url to the address that the server itself uses`,
    };
  return { code: 'rejected', reason: `refused with ${status}${quoted}` };
}

/** The server answers 403 for a store that does not exist or is another one's, as for a missing permission. */
function forbiddenReason(body: unknown, storeId: string): string {
  const permission = isRecord(body) ? body.missingPermission : undefined;
  if (typeof permission !== 'string' || permission === '')
    return 'forbidden (403). A proxy before the server may have refused the request, or the key is not of this server';
  return (
    `the API key lacks the permission ${clean(permission)} for the store ${storeId}. ` +
    'Compare btcpay.storeId with the id in the settings of the store, and give the key this permission for that store'
  );
}

function rejectedReason({ status, text, storeId, paymentMethodId = '' }: RefusedRequest, quoted: string): string {
  const coin = paymentMethodId.replace(/-CHAIN$/, '');
  if (/full node not available|not (fully )?sync/i.test(text))
    return `the node of ${coin} is not reachable or not in sync. See the server's start page, and wait until it is in sync`;
  if (/no wallet has been linked/i.test(text))
    return `the store ${storeId} has no wallet. Connect one in the settings of the store, Wallets, ${coin}`;
  if (/below the dust threshold/i.test(text)) return `the amount is too small to be paid in ${coin}`;
  if (/unable to get rate|fetching rates|rate should not be 0/i.test(text))
    return `the server has no exchange rate for ${coin}. See the settings of the store, Rates${quoted}`;
  if (/invoice amount (below|above) accepted value/i.test(text))
    return `the amount is outside the range that the store accepts in ${coin}. See its settings, Checkout Appearance`;
  if (paymentMethodId !== '' && status === 400)
    return (
      `no ${coin} can be paid in the store ${storeId}${quoted}. ` +
      `See that its ${coin} wallet is connected and enabled, and that the store has a rate for it`
    );
  if (status === 404)
    return `not found (404)${quoted}. Compare btcpay.url with the address of the server, with its path if it has one`;
  return `refused with ${status}${quoted}`;
}

function validationRefusal(body: unknown): BtcpayRefusal {
  const errors = (Array.isArray(body) ? (body as readonly unknown[]) : []).filter(isRecord);
  const texts = errors.map(({ path, message }) => `${clean(path)}: ${clean(message)}`);
  const field = errors[0] && clean(errors[0].path);
  const reason = texts.length > 0 ? texts.join('; ') : 'the request is not valid (422)';
  return { code: 'rejected', reason, ...(field ? { field } : {}) };
}

function bodyOf(text: string): unknown {
  try {
    return parseBody(text);
  } catch {
    return undefined;
  }
}

const clean = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/\s+/g, ' ').trim().slice(0, QUOTE_MAX) : '';

const quote = (message: unknown): string => (clean(message) === '' ? '' : ` (it says: ${clean(message)})`);
