import {
  parseOrder,
  type Choice,
  type OrderAnswer,
  type OrderMethod,
  type ShownOrder,
} from '../core/orders/order-answer.ts';
import { isOwnUrl } from '../core/payments/payment-fields.ts';
import { fiatText } from '../i18n/format-money.ts';
import { messagesFor } from '../i18n/lookup.ts';
import { intlLocale } from '../i18n/match-locale.ts';
import type { Messages } from '../i18n/messages.ts';
import { METHOD_ICONS, NEXT_ICON } from '../view/method-icons.ts';
import { methodHint, networkHint } from '../view/order-choices.ts';
import { checkRenderOptions } from './check-render-options.ts';
import { Markup, markup } from './markup.ts';
import { networkText } from './views.ts';

/** Options of `renderOrder`. */
export interface OrderRenderOptions {
  /** The address to which the form sends the payer's choice: a web address, absolute or relative to the page. */
  readonly action: string;
  /**
   * A BCP 47 language tag, also in the form `de_DE`. A language without translations and any other text give English.
   */
  readonly lang?: string;
  /** The name of the shop, below the price. The same text as in the slot `header`. */
  readonly shop?: string;
  /** The payment of the last choice could not be created. A message says so, above the choices. */
  readonly failed?: boolean;
}

/**
 * Renders the ways to pay an order as HTML for the content of `<pay-checkout>`: the price, and a row for each method. The
 * coins are in a `<details>` element. Each choice is a button of one form, which sends it as the field `choice`, such as
 * `crypto:BTC`, `wallet` or `localcode`. The HTML needs no script and no `id`, and it works under the strictest Content
 * Security Policy. With the style sheet of the examples, nothing moves when the element takes its place. An order that is
 * paid or sold out says so instead. For a paid order, `renderPayment` of its `paid` shows more.
 *
 * @param order - The response of `GET orders/:order`, or its JSON text.
 * @throws TypeError that names the invalid field.
 */
export function renderOrder(order: OrderAnswer | object | string, options: OrderRenderOptions): string {
  checkRenderOptions('renderOrder', options, ['action', 'lang', 'shop', 'failed']);
  const { action, lang = 'en', shop, failed = false } = options;
  if (typeof lang !== 'string') throw new TypeError('renderOrder: lang: not a text');
  if (!isOwnUrl(action))
    throw new TypeError('renderOrder: action: not a web address, to which the form sends the choice');
  if (shop !== undefined && typeof shop !== 'string') throw new TypeError('renderOrder: shop: not a text');
  const read = parseOrder(order);
  if (!read.ok) throw new TypeError(`renderOrder: ${read.field}: ${read.reason}${hintOf(read)}`);
  const { methods, paid, soldOut } = read.order;
  if (!methods.length && !paid && !soldOut)
    throw new TypeError(`renderOrder: methods: none that is known; a method is ${OFFERED_METHODS}`);
  const tag = intlLocale(lang);
  return sectionOf(read.order, tag, messagesFor(tag), { action, shop, failed }).text;
}

/** The methods as a backend offers them. */
const OFFERED_METHODS = `{ method: 'wallet' }, { method: 'localcode' } or { method: 'crypto', coins: [{ symbol: 'BTC' }] }`;

/** The answer of a failed request has no order, nor has the whole result of `order()`. */
const hintOf = ({ field }: { readonly field: string }) =>
  field === 'order' ? '. Pass the answer of GET orders/:order' : '';

interface Section {
  readonly action: string;
  readonly shop: string | undefined;
  readonly failed: boolean;
}

function sectionOf(
  { amount, currency, methods, paid, soldOut }: ShownOrder,
  lang: string,
  messages: Messages,
  { action, shop, failed }: Section,
): Markup {
  const locale = Intl.DateTimeFormat.supportedLocalesOf(lang)[0] ?? 'en';
  const attributes = markup`lang="${messages.lang}" dir="${messages.dir}"`;
  const over = paid
    ? markup`<h2>${messages.alreadyPaid}</h2><p>${messages.alreadyPaidText}</p>`
    : soldOut && markup`<h2>${messages.soldOut}</h2><p>${messages.soldOutText}</p>`;
  const rows = methods.map((each) => row(each, messages));
  const lines = [
    markup`<p class="pay-sum">${fiatText(amount, currency, locale)}</p>`,
    shop !== undefined && markup`<p class="pay-shop">${shop}</p>`,
    failed && !over && warning(messages),
    over || markup`<h2>${messages.choose}</h2><form class="pay-ways" method="post" action="${action}">${rows}</form>`,
  ];
  return markup`<section class="pay-order" ${attributes}>${lines.filter((line) => line instanceof Markup)}</section>`;
}

const warning = ({ notPrepared, notPreparedText }: Messages) =>
  markup`<p class="pay-warning" role="alert"><strong>${notPrepared}</strong> ${notPreparedText}</p>`;

/** A method: a button, or its coins in a `<details>` element. */
function row({ method, choices }: OrderMethod, messages: Messages): Markup {
  const text = markup`<b>${messages[method]}</b> <small>${methodHint(method, choices, messages)}</small>`;
  const head = markup`${icon(METHOD_ICONS[method], 'pay-icon')}${text}${icon(NEXT_ICON, 'pay-next')}`;
  if (!choices[1])
    return markup`<button class="pay-way" name="choice" value="${valueOf(choices[0]!)}">${head}</button>`;
  const coins = choices.map((each) => coinButton(each, messages));
  return markup`<details class="pay-way"><summary>${head}</summary><ul>${coins}</ul></details>`;
}

/** A coin with the network that its payer needs, which the name of a token does not show. */
function coinButton(choice: Choice, messages: Messages): Markup {
  const { name, ticker } = choice.coin!;
  const network = networkHint(choice, messages);
  const hint = network !== undefined && markup` <small>${networkText(network)}</small>`;
  return markup`<li><button name="choice" value="${valueOf(choice)}"><b>${name}</b> ${ticker}${hint}</button></li>`;
}

const valueOf = ({ method, coin }: Choice) => (coin ? `${method}:${coin.symbol}` : method);

const STROKE = markup`fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"`;

function icon(path: string, className: string): Markup {
  const size = markup`viewBox="0 0 20 20" width="24" height="24"`;
  return markup`<svg class="${className}" ${size} ${STROKE} aria-hidden="true"><path d="${path}"/></svg>`;
}
