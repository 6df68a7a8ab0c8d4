import { findCoin, type PublicPayment } from 'pay-elements/core';
import { renderPayment } from 'pay-elements/html';
import type { Checkout } from 'pay-elements/server';
import { html, Markup } from './markup.ts';

/** What `GET orders/:order` answers, as far as it is used here. */
interface OrderAnswer {
  readonly methods: readonly {
    readonly method: string;
    readonly coins?: readonly { readonly symbol: string; readonly ticker: string; readonly network: string }[];
  }[];
  readonly payments: readonly PublicPayment[];
  readonly paid?: PublicPayment | true;
}

const NAMES: Readonly<Record<string, string>> = { wallet: 'Online wallet', localcode: 'Mobile code' };

/** How a choice stands in a form and in an address: `crypto:BTC`, `wallet`, `localcode`. */
function choiceOf(payment: PublicPayment): string {
  if ('tid' in payment) return `crypto:${findCoin(payment.cryptoCoin)?.symbol ?? payment.cryptoCoin}`;
  return 'pid' in payment ? 'wallet' : 'localcode';
}

/**
 * The checkout for who has no JavaScript: plain forms and links around the same helper, asked as a browser would ask it.
 * All of it stands inside the tag, which takes its place where scripts run.
 */
export function plainCheckout(checkout: Checkout, payUrl: string) {
  async function ask(path: string, body?: object): Promise<unknown> {
    const init = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const response = await checkout.handler(new Request(`${payUrl}/${path}`, init));
    return response.ok ? await response.json() : undefined;
  }

  return {
    /** Makes the payment that was chosen, or finds it where it is made already. False when it cannot be. */
    async choose(order: string, choice: string): Promise<boolean> {
      const [method, coin] = choice.split(':');
      return (await ask('payments', { order, method, ...(coin && { coin }) })) !== undefined;
    },

    /** What stands inside the tag: the payment of a choice, else what can be chosen. */
    async inside(order: string, params: URLSearchParams): Promise<Markup> {
      const answer = (await ask(`orders/${order}`)) as OrderAnswer | undefined;
      if (!answer) return html`<p>The ways to pay could not be loaded. <a href="/checkout/${order}">Try again</a></p>`;
      const { methods, payments, paid } = answer;
      const wanted = params.get('with');
      const payment = typeof paid === 'object' ? paid : payments.find((each) => choiceOf(each) === wanted);
      if (payment) {
        const checkUrl = `/checkout/${order}?${params}`;
        const change = paid ? '' : html`<p><a href="/checkout/${order}">Change payment method</a></p>`;
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
      return html`<form class="choices" method="post" action="/checkout/${order}">
        <h2>Choose how to pay</h2>
        ${failed}
        <ul>
          ${choices}
        </ul>
      </form>`;
    },
  };
}
