import { isPaid } from '../../core/index.ts';
import { asSentence } from '../as-sentence.ts';
import type { CheckoutEvent, DevelopmentOption, EventLevel, QuietEventType } from './events.ts';

/** Anyone can send a webhook with a wrong signature. */
const SECRET_QUESTION =
  'Is the secret here that of the webhook in the settings of the server? ' +
  'Anyone can send such a request, so one alone means nothing';

/** The lowest level that is printed when the shop has no `onEvent`, or false to print nothing. */
export type LogLevel = 'warn' | 'debug' | false;

const PRINTED: Readonly<Record<'warn' | 'debug', ReadonlySet<EventLevel>>> = {
  warn: new Set<EventLevel>(['warn', 'error']),
  debug: new Set<EventLevel>(['debug', 'info', 'warn', 'error']),
};

/** Hints for a failed creation, by the error code of the service's client, whose errors alone have a URL. */
const HINTS: Readonly<Record<string, string>> = {
  unauthorized: 'Is service.apiKey the complete API key of the account at this service?',
  network: 'Is service.baseUrl right, and can this machine reach it?',
  timeout: 'Is service.baseUrl right, and can this machine reach it?',
  rejected:
    'The service has rejected the field in parentheses, such as a currency that it does not have. Without one, see its answer: ' +
    'the body of the error of checkout.client.createCrypto(), createWallet() or createLocalcode() with the same values.',
  'bad-answer': 'Is service.baseUrl the address of the payment service itself?',
  'quota-exhausted': 'The requests of your plan are used up: ask the operator for a larger plan.',
};

/** What is wrong with an option that is only for development, after the public URL. */
const DEVELOPMENT_TEXTS: Readonly<Record<DevelopmentOption, string>> = {
  store:
    'the payments are kept in memory: all of them are lost when this process ends. Set store, for example to sqliteStore()',
  allowTestPayments:
    'allowTestPayments is true: payments without money pay orders. Remove it, unless no real goods are sent',
  secret:
    'secret looks like a placeholder: anyone who guesses it can report payments as paid. ' +
    'Make one: openssl rand -hex 32, and set [new, old] until the open payments have ended',
};

/** What follows the code of a chain source whose answer cannot be read. */
const BAD_ANSWER =
  '. Its answer is no JSON, or lacks a field: is its url the address of such a server? ' +
  'npx pay-elements doctor checks it';

/** The hint for a path or a server that is not that of the service. */
const WRONG_PATH = 'Is service.baseUrl the address of the payment service, without a path such as /v1?';

/** Formats an event as one readable line: `pay-elements: order 1001: no payment of 19.99 USD was created ... (creation-failed)`. */
export function eventText(event: CheckoutEvent): string {
  return `pay-elements: ${sentenceOf(event)} (${event.type})`;
}

function sentenceOf(event: CheckoutEvent): string {
  switch (event.type) {
    case 'creation-failed': {
      const { orderRef, amount, currency, reason, field, url, code, status } = event;
      const isElsewhere = code === 'rejected' && (status === 404 || reason.endsWith('with an HTML page'));
      const hint = url === undefined ? undefined : isElsewhere ? WRONG_PATH : HINTS[code];
      const cause = [reason, field === undefined ? '' : ` (${field})`, url === undefined ? '' : `, at ${url}`].join('');
      const sentence = asSentence(`order ${orderRef}: no payment of ${amount} ${currency} was created: ${cause}`);
      return hint ? `${sentence} ${hint}` : sentence;
    }
    case 'minimum-unknown':
      return `the minimum of ${event.coin} is not known, and payments are created without it: ${event.reason}`;
    case 'order-invalid':
      return `order ${event.orderRef}: order() returned an invalid ${event.field}: ${event.reason}`;
    case 'method-not-offered':
      return `order ${event.orderRef}: ${event.coin ?? event.method} is not offered: order().${event.field}: ${event.reason}`;
    case 'visitor-unknown':
      return `visitors cannot be distinguished, so all of them share one creation limit: set ${event.option}`;
    case 'development-option':
      return `publicUrl is ${event.publicUrl}, and ${DEVELOPMENT_TEXTS[event.option]}`;
    case 'order-unknown':
      return (
        `order ${event.orderRef}: order('${event.orderRef}') returned ${event.returned}, so the page says that the order is not found. ` +
        'Does it return the order, and is the reference in src right? It is always text'
      );
    case 'origin-refused':
      return (
        `a page of ${event.origin} requested an order or a payment, and allowedOrigins does not list that origin. If the page is ` +
        `yours: allowedOrigins: ['${event.origin}']. Anyone can send such a request`
      );
    case 'offer-expired':
      return (
        `order ${event.orderRef}: it cannot be paid, because order() returned an expiresAt that has passed: ${event.expiresAt}. ` +
        'Is that time right? An order that a visitor may still pay needs a later one'
      );
    case 'public-url-unreachable':
      return (
        `publicUrl is ${event.publicUrl}, which only this machine can reach, and the service is on another one: no webhook can ` +
        'arrive, and no payment becomes paid. Set publicUrl to the https address of a tunnel to this machine, or use the sandbox: ' +
        'npx pay-elements dev'
      );
    case 'creation-limited':
      return `order ${event.orderRef}: refused, because too many payments were created for ${event.by === 'unidentified' ? 'all visitors without an address' : `this ${event.by}`}: see creationLimit`;
    case 'shop-limited':
      return `order ${event.orderRef}: refused, because ${event.perShop} payments were created in an hour: see creationLimit.perShop`;
    case 'mount-mismatch':
      return event.webhooks === 'missing'
        ? `publicUrl is ${event.publicUrl}, but the request came to ${event.path}, and publicUrl answers webhooks with 404: no payment is created, because the shop would not learn that it is paid. Mount the handler at publicUrl, or correct publicUrl`
        : `publicUrl is ${event.publicUrl}, but the request came to ${event.path}: pages will look for the payment at publicUrl, and webhooks will be sent there`;
    case 'webhook-rejected':
      return rejectedText(event);
    case 'webhook-body-parsed':
      return 'a body parser has read a webhook before this handler, so digits of amounts may be lost. Mount the handler first, or keep request.rawBody';
    case 'test-payment':
      return `order ${event.orderRef}: a test payment is ${event.to}, and is ignored. To accept it, set allowTestPayments: true, only for the sandbox and never in production`;
    case 'delivery-failed':
      return (
        `${event.at} failed for payment ${event.paymentRef}; it will be called again` +
        withoutRequest(event.at, event.cause)
      );
    case 'internal-error': {
      const failed = `${[event.at, event.callback ?? []].flat().join(': ')} failed`;
      if (isExplained(event.cause)) return `${failed}: ${event.cause.message}`;
      return failed + (event.at === 'order()' ? withRequest(event.cause) : withoutRequest(event.callback, event.cause));
    }
    case 'webhook-without-status':
      return `${paymentOf(event)}: a webhook has no status. readWebhook() must return one, such as { id, status }`;
    case 'webhook-unreadable':
      return `${paymentOf(event)}: a webhook cannot be read: ${event.reason}. Read it with the option readWebhook`;
    case 'amount-unreadable':
      return `${paymentOf(event)}: the amount in a report (${event.status}) cannot be read: it is not known what arrived`;
    case 'creation-conflict':
      return (
        `${paymentOf(event)}: no payment was created, because the service answered with an identifier that another ` +
        'payment here has, or that a webhook did not have. Was the data of a sandbox deleted? Then delete the payments of the ' +
        'shop too'
      );
    case 'webhook-conflict':
      return (
        `${paymentOf(event)}: a webhook has the identifier of another payment, and changes nothing. ` +
        'Is the id that readWebhook() returns that of this payment?'
      );
    case 'webhook-content-invalid':
      return `${paymentOf(event)}: readWebhook() or the provider returned an invalid ${event.field}: ${event.reason}`;
    case 'conflicting-final-status':
      return (
        `${paymentOf(event)} is ${event.from}, and is reported as ${event.to} (${event.status}): it is not changed. ` +
        'Compare it with your account'
      );
    case 'payment-mismatch':
      return (
        `${paymentOf(event)} was paid with ${event.amount} ${event.currency}, and the order is ` +
        `${event.orderAmount} ${event.orderCurrency} now: it does not pay the order. Decide by hand`
      );
    case 'order-paid-twice':
      return `${paymentOf(event)} was paid, and payment ${event.paidBy} had paid the order already: refund one of them`;
    case 'paid-amount-low':
      return `${paymentOf(event)} is reported as paid, and ${event.received} of ${event.expected} arrived: it is underpaid`;
    case 'update-after-expiry':
      return `${paymentOf(event)} is ${event.to}: its money is reported after the end of the offer`;
    case 'update-of-replaced-payment':
      return `${paymentOf(event)} is ${event.to}, and another payment has replaced it: the payer may pay twice`;
    case 'update-after-paid':
      return (
        `${paymentOf(event)} was paid, and is reported as ${event.to} (${event.status}): it is not changed. ` +
        'Check whether the money is still there'
      );
    case 'money-gone':
      return (
        `${paymentOf(event)} was ${event.from}, and its money has gone again: its transaction or its block was ` +
        `replaced. ${event.received} is left`
      );
    case 'paid-money-gone':
      return (
        `${paymentOf(event)} was paid, and its money is no longer on the chain: ${event.received} is left. ` +
        'Check the order; nothing is sent again'
      );
    case 'read-failed':
      return `${paymentOf(event)} could not be read at the provider, and is read again later: ${event.reason}`;
    case 'status-unknown':
      return `${paymentOf(event)} has the unknown status ${event.status}: add it to statusMap, or to phaseOf() of a provider of your own`;
    case 'verification-overdue':
      return `${paymentOf(event)} is reported as paid, and could not be verified for 24 hours: decide by hand`;
    case 'webhook-missing':
      return `${paymentOf(event)} is confirmed on the chain, and no webhook has reported it as paid: look at your account`;
    case 'chain-disagrees':
      return `${paymentOf(event)} is reported as paid, and the chain has ${event.received}: the webhook may be forged`;
    case 'chain-undecided':
      return `${paymentOf(event)} is reported as paid, and the chain could not be asked: it is ${event.accepted ? '' : 'not '}accepted without it`;
    case 'chain-address-shared':
      return `${paymentOf(event)} has the address of another one, and the transfers cannot be told apart: decide by hand`;
    case 'chain-pace-too-low':
      return `${paymentOf(event)} is not checked: the pace of ${event.source} ends before its answer. Raise requestsPerMinute, or add a source`;
    case 'chain-unreachable':
      return (
        `${event.source} cannot be asked about ${event.coin}: ${event.code}` +
        (event.code === 'bad-answer' ? BAD_ANSWER : '')
      );
    case 'chain-dust':
      return (
        `${paymentOf(event)} got ${event.amount} in transaction ${event.transaction}, which is below the minimum of its ` +
        'coin: it does not count'
      );
    case 'chain-history-too-short':
      return `${paymentOf(event)} cannot be checked: ${event.source} does not have all transactions of its address. Add another source`;
    case 'below-minimum':
      return (
        `${paymentOf(event)} was not created, because the amount is below the minimum of its coin, which is ` +
        `${event.minimum}: offer that coin for higher amounts only`
      );
    case 'verification-declined':
      return `${paymentOf(event)} is reported as ${event.to}, and verifyPayment() returned false: it is not changed`;
    case 'paid-before-answer':
      return `${paymentOf(event)} is reported as paid (${event.status}) before the service has answered its creation: it waits for that answer`;
    case 'paid-without-answer':
      return (
        `${paymentOf(event)} is reported as paid (${event.status}), and the answer to its creation was lost: it pays no order, because ` +
        `the expected amount is not known. Look for ${event.id ?? 'it'} in your account, and decide by hand`
      );
    case 'webhook-unmatched':
      return `a webhook of the account is about ${event.id}, and this store has no such payment`;
    case 'quota':
      return `${event.used} of ${event.allowed} requests of the plan are used (${event.percent} %): see your account at the service`;
    default:
      return fieldsOf(event satisfies { readonly type: QuietEventType });
  }
}

function rejectedText(event: Extract<CheckoutEvent, { type: 'webhook-rejected' }>): string {
  const { provider, paymentRef, wrongSignatures } = event;
  if (provider !== undefined)
    return `a webhook of ${provider} was answered with 404, because its signature is wrong. ${SECRET_QUESTION}`;
  if (paymentRef !== undefined)
    return (
      `a webhook of payment ${paymentRef} was answered with 404, because this store does not have it. ` +
      'Is it the right database, and complete?'
    );
  if (wrongSignatures === undefined) return 'a request to an unknown webhook address';
  return (
    `${wrongSignatures} webhooks were answered with 404, because their signatures are wrong. ` +
    'Was PAY_SECRET changed? Then give both: secret: [new, old]. Or has another process of the shop another PAY_SECRET?'
  );
}

const paymentOf = ({ orderRef, paymentRef }: { readonly orderRef: string; readonly paymentRef: string }): string =>
  `order ${orderRef}: payment ${paymentRef}`;

/** The hint for an `order()` that reads a request which it does not have. */
const withoutRequest = (callback: string | undefined, cause: unknown): string =>
  callback === 'order()' && cause instanceof TypeError
    ? '. It was called without a request: return the order then'
    : '';

/** The hint for an `order()` that reads what no request has. */
const withRequest = (cause: unknown): string =>
  cause instanceof TypeError && /undefined|not a function/.test(cause.message)
    ? '. A request has url, method, header(name) and raw: no headers, cookies, query or session'
    : '';

/** Whether the message of an error says what to do. */
const isExplained = (cause: unknown): cause is Error =>
  cause instanceof Error && ['ProviderError', 'StoreError'].includes(cause.name);

/** The fields that the rest of the line does not contain. */
function fieldsOf(event: CheckoutEvent): string {
  const fields = Object.entries(event).filter(([name]) => !['type', 'level', 'cause'].includes(name));
  return fields.map(([name, value]) => `${name} ${String(value)}`).join(', ');
}

/**
 * Prints events to the console, with the cause and its stack.
 *
 * @param shop - Whether the shop has a callback for paid payments: without one, the first of them is a warning. And whether
 *   it is in development: then an order that it does not find is a mistake, and not a stranger's request.
 */
export function createConsoleLog(
  log: Exclude<LogLevel, false>,
  { isHandled, isLocal }: { readonly isHandled: boolean; readonly isLocal: boolean },
): (event: CheckoutEvent) => void {
  let saysUnhandled = !isHandled;

  return (event) => {
    if (saysUnhandled && event.type === 'payment-changed' && isPaid(event.to)) {
      saysUnhandled = false;
      console.warn(
        `pay-elements: order ${event.orderRef} is paid, and no code of the shop is called, because there is neither onPaid ` +
          'nor onStatus. Send the goods in onPaid',
      );
    }
    if (!PRINTED[log].has(event.level) && !(isLocal && event.type === 'order-unknown')) return;
    const line = eventText(event);
    // The line has the message of the error; its stack is in this package.
    const isSaid = event.type === 'internal-error' && isExplained(event.cause);
    if ('cause' in event && event.cause !== undefined && !isSaid) console[event.level](line, event.cause);
    else console[event.level](line);
  };
}
