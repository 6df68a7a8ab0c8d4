import type { IncomingMessage } from 'node:http';
import { findCoin, type PublicPayment } from 'pay-elements/core';
import { renderPayment } from 'pay-elements/html';
import type { Checkout, PaymentWanted } from 'pay-elements/server';
import { html, Markup } from './markup.ts';

/** The response of `GET orders/:order`, with the fields that are used here. */
interface OrderAnswer {
  readonly methods: readonly {
    readonly method: string;
    readonly coins?: readonly { readonly symbol: string; readonly ticker: string; readonly network: string }[];
  }[];
  readonly payments: readonly PublicPayment[];
  readonly paid?: PublicPayment | true;
}

const NAMES: Readonly<Record<string, string>> = { wallet: 'Online wallet', localcode: 'Mobile code' };

/** Returns the value of a choice in forms and URLs: `crypto:BTC`, `wallet`, `localcode`. */
function choiceOf(payment: PublicPayment): string {
  if ('tid' in payment) return `crypto:${findCoin(payment.cryptoCoin)?.symbol ?? payment.cryptoCoin}`;
  return 'pid' in payment ? 'wallet' : 'localcode';
}

/**
 * The checkout without JavaScript: plain forms and links that use the same helper. All of it is inside the tag, which
 * replaces it when scripts run.
 */
export function plainCheckout(checkout: Checkout, payUrl: string) {
  async function readOrder(orderRef: string): Promise<OrderAnswer | undefined> {
    const response = await checkout.handler(new Request(`${payUrl}/orders/${orderRef}`));
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
      const wanted = { order: orderRef, method, ...(coin && { coin }) } as PaymentWanted;
      const made = await checkout.payments.create(wanted, { request });
      if (made.ok || made.code === 'already-paid') return 'ready';
      return made.field === 'origin' ? 'other-site' : 'failed';
    },

    /** Returns the content of the tag: the payment of a choice, or the possible choices. */
    async inside(orderRef: string, params: URLSearchParams): Promise<Markup> {
      const answer = await readOrder(orderRef);
      if (!answer)
        return html`<p>The ways to pay could not be loaded. <a href="/checkout/${orderRef}">Try again</a></p>`;
      const { methods, payments, paid } = answer;
      const wanted = params.get('with');
      const payment = typeof paid === 'object' ? paid : payments.find((each) => choiceOf(each) === wanted);
      if (payment) {
        const checkUrl = `/checkout/${orderRef}?${params}`;
        const change = paid ? '' : html`<p><a href="/checkout/${orderRef}">Change payment method</a></p>`;
        return html`${new Markup(renderPayment(payment, { lang: 'en', checkUrl }))}${change}`;
      }
      if (paid) return html`<p>This order is paid.</p>`;
      const button = (value: string, name: string) =>
        html`<li><button name="choice" value="${value}">${name}</button></li>`;
      const choices = methods.flatMap(({ method, coins }) =>
        coins
          ? coins.map(({ symbol, ticker, network }) => button(`crypto:${symbol}`, `${ticker} on ${network}`))
          : [button(method, NAMES[method] ?? method)],
      );
      const failed = params.has('failed')
        ? html`<p class="pay-warning">
            The payment could not be prepared. Nothing was paid: try again, or another way.
          </p>`
        : '';
      return html`<form class="choices" method="post" action="/checkout/${orderRef}">
        <h2>Choose how to pay</h2>
        ${failed}
        <ul>
          ${choices}
        </ul>
      </form>`;
    },
  };
}
