import type { Account } from './account.ts';
import { statusUpdateOf, paymentData } from './responses.ts';
import type { PageUrls } from './responses.ts';
import type { EarlyWebhook } from '../actions/control.ts';
import { ControlError } from '../actions/control-error.ts';
import { exactNumber, isObject, readJson } from '../exact-json.ts';
import { refusalAnswer, retryAfter } from '../faults/error-response.ts';
import type { Family } from '../faults/error-response.ts';
import { coinSymbol } from './fields.ts';
import type { Fields } from './fields.ts';
import { jsonAnswer } from '../http.ts';
import type { SandboxAnswer, SandboxRequest } from '../http.ts';
import { coinOf } from './payment-records.ts';
import type { PaymentRecords, LocalcodeEntry, PaymentEntry } from './payment-records.ts';
import type { ContractGaps } from './contract-gaps.ts';
import { refused, RefusedError } from './refused-error.ts';
import { cryptoOrder, localcodeOrder, walletOrder } from './rules.ts';
import { serialize } from './serializer.ts';
import type { ActionResult } from '../actions/payer-actions.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';

interface Route {
  readonly method: string;
  readonly family: Family;
  readonly answer: (request: SandboxRequest, query: URLSearchParams) => SandboxAnswer | Promise<SandboxAnswer>;
}

/** Answers the contract's endpoints, section 4. Resolves with undefined for any other path. */
export function createApi(parts: {
  readonly account: Account;
  readonly records: PaymentRecords;
  readonly webhooks: Webhooks;
  readonly early: EarlyWebhook;
  readonly urls: PageUrls;
  readonly contractGaps: ContractGaps;
  /** Called with each new payment, before the response. */
  readonly onCreated: (entry: PaymentEntry) => void;
  readonly enterCode: (entry: LocalcodeEntry, code: string) => ActionResult;
}): (request: SandboxRequest, url: URL) => Promise<SandboxAnswer | undefined> {
  const { account, records, webhooks, early, urls, contractGaps, onCreated, enterCode } = parts;

  function done(status: number, body: object): SandboxAnswer {
    const { sunset, contentType } = contractGaps;
    const ends = sunset === null ? {} : { deprecation: 'true', sunset: new Date(sunset).toUTCString() };
    return jsonAnswer(status, serialize(body, contractGaps), { 'content-type': contentType, ...ends });
  }

  async function created(entry: PaymentEntry, message: string): Promise<SandboxAnswer> {
    onCreated(entry);
    const status = early.status;
    early.status = undefined;
    if (status !== undefined && entry.order.webhookUrl !== undefined) {
      await webhooks.sendNow(entry.order.webhookUrl, statusUpdateOf(entry, contractGaps, { status }));
    }
    return done(contractGaps.createdStatus, { message, data: paymentData(entry, urls, contractGaps) });
  }

  const routes: Readonly<Record<string, Route>> = {
    '/v2/user/me': {
      method: 'GET',
      family: 'account',
      answer: () => done(200, { status: 'success', data: account.user(), meta: {} }),
    },
    '/v1/crypto-info': {
      get method() {
        return contractGaps.cryptoInfoMethod;
      },
      family: 'payments',
      answer: (request, query) => {
        const name = contractGaps.cryptoInfoParameter;
        const sent = request.method === 'GET' ? query.get(name) : bodyOf(request, contractGaps)[name];
        const { symbol, minimum } = coinOf(coinSymbol(typeof sent === 'string' ? sent : undefined, name, contractGaps));
        const data = { crypto_coin: symbol, minimum_transaction_coin: exactNumber(minimum) };
        return done(
          200,
          contractGaps.cryptoInfoShape === 'bare' ? data : { message: 'Cryptocurrency information', data },
        );
      },
    },
    '/v1/payments': {
      method: 'POST',
      family: 'payments',
      answer: (request) => {
        const entry = records.addCrypto(cryptoOrder(bodyOf(request, contractGaps), contractGaps));
        return created(entry, 'Payment created.');
      },
    },
    '/v1/wallet/payments': {
      method: 'POST',
      family: 'payments',
      answer: (request) => {
        const entry = records.addWallet(walletOrder(bodyOf(request, contractGaps), contractGaps));
        return created(entry, 'Payment created. The payer must place the note in the transfer.');
      },
    },
    '/v1/payments/localcode': {
      method: 'GET',
      family: 'payments',
      answer: (request) => {
        const entry = records.addLocalcode(localcodeOrder(bodyOf(request, contractGaps), contractGaps));
        return created(entry, 'Payment created. The service waits for the code of the payer.');
      },
    },
  };

  /** 4.5: "How the payer's code is supplied after creation: not shown." One way is a separate call. */
  function codeRoute(pathname: string): Route | undefined {
    const [, id] = /^\/v1\/payments\/localcode\/([^/]+)\/code$/.exec(pathname) ?? [];
    const entry = id === undefined ? undefined : records.find(id);
    if (contractGaps.codeEntry !== 'endpoint' || entry?.kind !== 'localcode') return undefined;
    return {
      method: 'POST',
      family: 'payments',
      answer: (request) => {
        const { code } = bodyOf(request, contractGaps);
        if (typeof code !== 'string') throw refused('code', 'must be a string');
        const { accepted, message } = entered(entry, code);
        if (!accepted) throw refused('code', message, 'rejected');
        return done(200, { message, data: paymentData(entry, urls, contractGaps) });
      },
    };
  }

  function entered(entry: LocalcodeEntry, code: string): ActionResult {
    try {
      return enterCode(entry, code);
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      return { accepted: false, message: error.message }; // the payment has ended already
    }
  }

  /** The name of the request's rate limit: its key, or an empty text for all requests without a key. */
  function keyOf(request: SandboxRequest, family: Family): string {
    if (family === 'payments' && contractGaps.paymentAuth === 'none') return '';
    const sent = request.headers['authorization'];
    if (sent === undefined && family === 'payments' && contractGaps.paymentAuth === 'optional') return '';
    const key = /^Bearer +(\S+)$/i.exec(sent ?? '')?.[1];
    const holder = key === undefined ? undefined : account.holderOf(key);
    const allowed: readonly string[] = family === 'account' ? contractGaps.accountKeys : contractGaps.paymentKeys;
    if (key !== undefined && holder !== undefined && allowed.includes(holder)) return key;
    const reason = key === undefined ? 'needs Authorization: Bearer <key>' : 'the key is not known here';
    throw new RefusedError({ code: 'unauthorized', reason, field: 'Authorization' });
  }

  return async (request, url) => {
    if (!/^\/v\d+(\/|$)/.test(url.pathname)) return undefined;
    const route = Object.hasOwn(routes, url.pathname) ? routes[url.pathname] : codeRoute(url.pathname);
    const family = route?.family ?? (url.pathname.startsWith('/v2/') ? 'account' : 'payments');
    try {
      if (!route) throw new RefusedError({ code: 'not_found', reason: 'there is no such endpoint' });
      if (request.method !== route.method) {
        throw new RefusedError({ code: 'method_not_allowed', reason: `this endpoint accepts only ${route.method}` });
      }
      const refusal = account.admit(keyOf(request, family), family);
      if (refusal) throw new RefusedError(refusal);
      return await route.answer(request, url.searchParams);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      const { refusal } = error;
      const headers = {
        ...(refusal.code === 'unauthorized' && { 'www-authenticate': 'Bearer' }),
        ...(refusal.code === 'method_not_allowed' && route && { allow: route.method }),
        ...(refusal.retryAfter !== undefined && retryAfter(refusal.retryAfter, contractGaps, account.now())),
      };
      return refusalAnswer(refusal, family, contractGaps, headers);
    }
  };
}

/** Reads the fields of a JSON body, also of a GET (contract 4.5). */
function bodyOf(request: SandboxRequest, { maxBodyBytes, nullMeansAbsent }: ContractGaps): Fields {
  if (new TextEncoder().encode(request.body).length > maxBodyBytes) {
    throw new RefusedError({ code: 'too_large', reason: `the body is longer than ${maxBodyBytes} bytes` });
  }
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json') {
    throw refused('Content-Type', 'must be application/json', 'unsupported_media_type');
  }
  let json;
  try {
    json = readJson(request.body);
  } catch {
    throw new RefusedError({ code: 'bad_json', reason: 'the body is not JSON' });
  }
  if (!isObject(json)) throw new RefusedError({ code: 'bad_json', reason: 'the body must be an object' });
  return nullMeansAbsent ? Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null)) : json;
}
