import { parsePayment } from '../core/payments/public-payment.ts';
import { isOwnUrl } from '../core/payments/payment-fields.ts';
import { methodOf, type PublicPayment } from '../core/payments/payment.ts';
import { isFinal } from '../core/payments/phases.ts';
import { keepMessages, loaded } from '../i18n/load-messages.ts';
import { messagesFor } from '../i18n/lookup.ts';
import { intlLocale } from '../i18n/match-locale.ts';
import { fullTimeText } from '../i18n/format-time.ts';
import type { Messages } from '../i18n/messages.ts';
import { cryptoPayable } from '../view/crypto-payable.ts';
import { localcodePayable } from '../view/localcode-payable.ts';
import { priceOf } from '../view/amounts.ts';
import type { Fact, OutcomeView } from '../view/outcome-view.ts';
import { paymentView, type BlockedView, type ShownPayable } from '../view/payment-view.ts';
import { stateOf } from '../view/state.ts';
import { deadlineText } from '../view/deadline-text.ts';
import { walletPayable } from '../view/wallet-payable.ts';
import { ALL_LOCALES } from './locales.ts';
import { checkRenderOptions } from './check-render-options.ts';
import { Markup, markup } from './markup.ts';
import { payable } from './payable.ts';
import { facts, link } from './views.ts';

for (const messages of ALL_LOCALES) keepMessages(messages, messages.lang!, loaded);

/** Options of `renderPayment`. */
export interface RenderOptions {
  /**
   * A BCP 47 language tag, also in the form `de_DE`. A language without translations and any other text give English.
   */
  readonly lang?: string;
  /** The target of the 'Check again' link: a page that renders the payment again. Default: the page itself. */
  readonly checkUrl?: string;
  /** The target of the 'Contact the shop' link: a `mailto:`, `tel:` or `https:` address. */
  readonly contact?: string;
  /** The target of the 'Back to the shop' link, which is shown when there is nothing to wait for: a web address. */
  readonly home?: string;
}

/**
 * Renders a payment as HTML for the content of its element: the amount, the QR code as a picture, the address or the
 * note, the network, links, the current status, and a link to check again. The HTML needs no script, no styles and no
 * `id`, and it works under the strictest Content Security Policy. All values of the payment are inserted as text.
 *
 * The shop can style its classes (`pay-payment`, `pay-qr`, `pay-main` and the like).
 *
 * @param payment - The same data as for the element: the helper's `PublicPayment`, the service's response, or JSON text
 * of either.
 * @throws TypeError that names the invalid field.
 */
export function renderPayment(payment: PublicPayment | object | string, options: RenderOptions = {}): string {
  checkRenderOptions('renderPayment', options, ['lang', 'checkUrl', 'contact', 'home']);
  const { lang = 'en', checkUrl = '', contact, home } = options;
  if (typeof lang !== 'string') throw new TypeError('renderPayment: lang: not a text');
  if (!isOwnUrl(checkUrl)) throw new TypeError('renderPayment: checkUrl: not a web address');
  if (contact !== undefined && !isContact(contact))
    throw new TypeError('renderPayment: contact: not a mailto:, tel: or https: address');
  if (home !== undefined && !isOwnUrl(home)) throw new TypeError('renderPayment: home: not a web address');
  const read = parsePayment(payment);
  if (!read.ok) throw new TypeError(`renderPayment: ${meantBy(payment) ?? `${read.field}: ${read.reason}`}`);
  return sectionOf(read.payment, intlLocale(lang), { checkUrl, contact, home }).text;
}

/** What was probably meant by something that is no payment, but has one in it. */
function meantBy(given: unknown): string | undefined {
  if (given instanceof Promise) return 'a promise was given: await it';
  if (given instanceof Response) return 'a Response was given: await its json()';
  const fields = Object(given) as object;
  if ('publicPayment' in fields) return 'give it the publicPayment of this payment';
  return 'ok' in fields ? 'give it the payment.publicPayment of this result, when ok is true' : undefined;
}

const isContact = (url: unknown): boolean =>
  typeof url === 'string' && URL.canParse(url) && /^(mailto|tel|https):$/.test(new URL(url).protocol);

/** The targets of a payment's links. */
interface Links {
  readonly checkUrl: string;
  readonly contact: string | undefined;
  readonly home: string | undefined;
}

const PAYABLE = { crypto: cryptoPayable, wallet: walletPayable, localcode: localcodePayable };

/** The title, the text and the payment instructions. */
function contentOf(view: ShownPayable | BlockedView | OutcomeView, messages: Messages) {
  if (view.kind === 'payable') return payable(view, messages);
  return { title: view.title, text: view.text, body: undefined };
}

function sectionOf(payment: PublicPayment, lang: string, { checkUrl, contact, home }: Links): Markup {
  const messages = messagesFor(lang);
  // For an unsupported locale, `Intl` would use the default locale of the server.
  const locale = Intl.DateTimeFormat.supportedLocalesOf(lang)[0] ?? 'en';
  const { phase, expiresAt } = payment;
  const overdue = expiresAt !== undefined && Date.parse(expiresAt) <= Date.now();
  const view = paymentView(PAYABLE[methodOf(payment)], stateOf(payment, { locale, overdue }), messages);
  // A payment that was just read never gives a loading or problem view.
  if (view.kind === 'loading' || view.kind === 'problem') throw new TypeError(`renderPayment: ${view.kind}`);
  const { title, text, body } = contentOf(view, messages);
  const known = view.kind === 'outcome' ? view.facts : [];
  const time = body && expiresAt ? fullTimeText(new Date(expiresAt), locale) : undefined;
  const testNote = 'testNote' in view ? view.testNote : undefined;
  const lines = [
    markup`<h2>${title}</h2><p class="pay-sum">${priceOf(payment, locale)}</p>`,
    text && markup`<p>${text}</p>`,
    contact !== undefined &&
      view.kind === 'outcome' &&
      markup`<p>${link(contact, messages.contactShop, 'pay-contact')}</p>`,
    testNote && markup`<p class="pay-test"><strong>${testNote}</strong></p>`,
    body,
    time && markup`<p>${deadlineText(payment, time, messages)}</p>`,
    facts(
      [...known, [messages.paymentNumber, view.paymentId] satisfies Fact].map(([name, value, url]) => [
        name,
        markup`<bdi>${url === undefined ? value : link(url, value, 'pay-transaction')}</bdi>`,
      ]),
    ),
    home !== undefined &&
      view.kind === 'outcome' &&
      view.tone !== 'wait' &&
      markup`<p>${link(home, messages.backToShop, 'pay-home')}</p>`,
    !isFinal(phase) && markup`<p>${link(checkUrl, messages.checkAgain, 'pay-check')}</p>`,
  ];
  const attributes = markup`lang="${messages.lang}" dir="${messages.dir}" data-phase="${phase}"`;
  return markup`<section class="pay-payment" ${attributes}>${lines.filter((line) => line instanceof Markup)}</section>`;
}
