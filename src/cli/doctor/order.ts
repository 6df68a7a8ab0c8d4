import { CALLBACK_TIMEOUT_MS } from '../../server/options.ts';
import { createOffers } from '../../server/orders/offers.ts';
import { readOrder, OrderError, type ReadOrder } from '../../server/orders/order.ts';
import { isOrderRef } from '../../server/payments/creation/create-payment.ts';
import { ProviderError } from '../../server/providers/provider-error.ts';
import { limitTime } from '../../server/with-timeout.ts';
import type { Settings } from '../settings.ts';
import { printable } from '../text.ts';
import type { Finding } from './finding.ts';

/** A shop that `init` has written creates its checkout in one place with the options, so it has no module of them. */
const HOW_TO_CALL_ORDER = [
  'Move the options of createCheckout into a module: export default { order, ... }. The shop imports them from there.',
  'Then run: npx pay-elements doctor --config <module> --order <ref>',
].join('\n');

/** The finding without `--order`. */
export function skippedOrder({ options, from }: Settings): Finding {
  const fix =
    typeof options.order === 'function'
      ? 'Pass --order <ref> with an order of the shop.'
      : from === 'the environment'
        ? HOW_TO_CALL_ORDER
        : `Add order() to the options in ${from}.`;
  const isAccount = options.provider?.payouts === 'account';
  const what = isAccount ? 'Amounts' : 'Amounts and payout addresses';
  return { name: 'order', state: 'skipped', message: `${what} were not checked.`, fix };
}

/**
 * Calls the shop's `order()` without a request, as the checkout does before `onPaid`, and reports what it returned.
 * Payout addresses and `meta` are left out, because they are private.
 */
export async function checkOrder(orderRef: string, { options, from }: Settings): Promise<Finding> {
  const name = 'order';
  const { order, currencies, provider, callbackTimeout = CALLBACK_TIMEOUT_MS } = options;
  const problem = (message: string, fix: string): Finding => ({ name, state: 'problem', message, fix });
  const shown = printable(orderRef);
  if (!isOrderRef(orderRef))
    return problem(`${shown} is no reference of an order.`, 'Pass one with 1 to 200 characters.');
  if (typeof order !== 'function') return problem(`There is no order() in ${from}.`, HOW_TO_CALL_ORDER);

  let found: unknown;
  try {
    found = await limitTime(callbackTimeout, 'order()', order)(orderRef, undefined);
  } catch (error) {
    const fix =
      'It was called without a request, as before onPaid: return the order then.\n' +
      'Otherwise the checkout does not call onPaid. With a request it answers 500 when order() throws.';
    return problem(
      `order() failed for ${shown}: ${printable(error instanceof Error ? error.message : String(error))}.`,
      fix,
    );
  }
  if (found === undefined || found === null)
    return problem(
      `order() returned no order ${shown} when it was called without a request.`,
      'Does the order exist?\nBefore onPaid the checkout calls order() without a request: it must then return the order.',
    );
  try {
    const account = provider && (await createOffers(provider, Date.now)());
    return { name, ...describe(shown, readOrder(found as Parameters<typeof readOrder>[0], currencies, account)) };
  } catch (error) {
    if (error instanceof ProviderError)
      return problem('The coins that the provider offers could not be read.', 'See the findings of the provider.');
    if (!(error instanceof OrderError)) throw error;
    return problem(
      `order() returned an invalid ${error.field} for ${shown}: ${error.reason}.`,
      'No payment can be created for this order until it is corrected.',
    );
  }
}

function describe(orderRef: string, order: ReadOrder): Omit<Finding, 'name'> {
  const { amount, currency, methods, coins, expiresAt, paid, soldOut, withheld } = order;
  const offered = methods.map((method) =>
    method === 'crypto' ? `crypto (${coins.map(({ coin }) => coin.symbol).join(', ')})` : method,
  );
  const message = [
    `order() returned ${amount} ${currency} for ${orderRef}.`,
    offered.length > 0 ? `Offered: ${offered.join(', ')}.` : 'No method is offered.',
    ...withheld.map(({ method, coin = method, field, reason }) => `Not offered: ${coin}.\n${field}: ${reason}.`),
    ...(paid ? ['It is marked as paid.'] : []),
    ...(soldOut ? ['It is marked as sold out.'] : []),
    expiresAt === undefined ? 'Its offer has no end.' : `Its offer ends at ${expiresAt}.`,
  ].join('\n');
  const facts = { amount, currency, methods, coins: coins.map(({ coin }) => coin.symbol), expiresAt, paid, soldOut };
  if (methods.length === 0) return { state: 'problem', message, fix: 'Set payout for at least one method.', facts };
  if (withheld.length > 0)
    return { state: 'problem', message, fix: 'Correct these fields, or leave the method out.', facts };
  if (expiresAt !== undefined && Date.parse(expiresAt) <= Date.now())
    return {
      state: 'problem',
      message,
      fix: 'The offer has ended: every purchase is answered with 409 offer-expired.',
      facts,
    };
  if (!Intl.supportedValuesOf('currency').includes(currency))
    return {
      state: 'warning',
      message: `${message}\n${currency} is not a currency that Node knows.`,
      fix: 'Is it the code of ISO 4217, such as EUR? A payment server may have no rate for another one.',
      facts,
    };
  if (expiresAt === undefined)
    return {
      state: 'warning',
      message,
      fix: "Set expiresAt (20 minutes after the payer's first visit) and afterExpiry: 'late'.\nWithout them the payer keeps this price of the coin for ever.",
      facts,
    };
  return { state: 'ok', message, facts };
}
