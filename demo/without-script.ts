import type { IncomingMessage } from 'node:http';
import { findCoin, isMoneyDetected, type PublicPayment } from 'pay-elements/core';
import { renderOrder, renderPayment } from 'pay-elements/html';
import type { Checkout, PaymentRequest } from 'pay-elements/server';
import { html, Markup } from './markup.ts';
import { CONTACT } from './pages.ts';

/** The response of `GET orders/:order`, with the fields that are used here. */
interface OrderAnswer {
  readonly payments: readonly PublicPayment[];
  readonly paid?: PublicPayment | true;
}

/** Whether money has arrived that was not paid back, as far as the status says: the payer must not pay again. */
const mayHaveMoney = (payment: PublicPayment) =>
  payment.phase === 'unknown' ||
  isMoneyDetected(payment.phase) ||
  ('tid' in payment && Number(payment.cryptoAmountReceived ?? 0) > 0 && payment.phase !== 'refunded');

/** Returns the value of a choice in forms and URLs: `crypto:BTC`, `wallet`, `localcode`. */
function choiceOf(payment: PublicPayment): string {
  if ('tid' in payment) return `crypto:${findCoin(payment.cryptoCoin)?.symbol ?? payment.cryptoCoin}`;
  return 'pid' in payment ? 'wallet' : 'localcode';
}

/**
 * The checkout without JavaScript: plain forms and links that use the same helper. All of it is inside the tag, which
 * replaces it when scripts run.
 */
export function plainCheckout(checkout: Checkout, payUrl: string, shop: string) {
  async function readOrder(orderRef: string): Promise<OrderAnswer | undefined> {
    const response = await checkout.fetch(new Request(`${payUrl}/orders/${orderRef}`));
    return response.ok ? ((await response.json()) as OrderAnswer) : undefined;
  }

  return {
    /**
     * Creates the chosen payment, or finds the existing one. The request identifies the visitor for the limit of
     * payments, and shows whether the form belongs to the shop.
     */
    async choose(
      request: IncomingMessage,
      orderRef: string,
      choice: string,
    ): Promise<'ready' | 'failed' | 'other-site'> {
      const [method, coin] = choice.split(':');
      const wanted = { orderRef, method, ...(coin && { coin }) } as PaymentRequest;
      const made = await checkout.payments.create(wanted, { request });
      if (made.ok || made.code === 'already-paid') return 'ready';
      return made.field === 'origin' ? 'other-site' : 'failed';
    },

    /** Returns the content of the tag: the payment of a choice, or the possible choices. */
    async inside(orderRef: string, params: URLSearchParams): Promise<Markup> {
      const answer = await readOrder(orderRef);
      if (!answer)
        return html`<p>The ways to pay could not be loaded. <a href="/checkout/${orderRef}">Try again</a></p>`;
      const { payments, paid } = answer;
      const wanted = params.get('with');
      const withMoney = typeof paid === 'object' ? paid : payments.find(mayHaveMoney);
      const payment = withMoney ?? payments.find((each) => choiceOf(each) === wanted);
      if (payment) {
        const checkUrl = `/checkout/${orderRef}?${params}`;
        const change = withMoney
          ? ''
          : html`<p><a class="other" href="/checkout/${orderRef}">Choose another way</a></p>`;
        return html`${new Markup(renderPayment(payment, { lang: 'en', checkUrl, contact: CONTACT, home: '/' }))}${change}`;
      }
      if (paid) return html`<p>This order is paid.</p>`;
      const options = { lang: 'en', action: `/checkout/${orderRef}`, shop, failed: params.has('failed') };
      return html`${new Markup(renderOrder(answer, options))}`;
    },
  };
}
