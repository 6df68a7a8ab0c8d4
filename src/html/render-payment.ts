import { parsePayment } from '../core/parse-payment.ts';
import { idOf, type PublicPayment } from '../core/payment.ts';
import type { Phase } from '../core/status.ts';
import { allWords } from '../words/all.ts';
import { fiatText } from '../words/fiat.ts';
import { keepWords, loaded } from '../words/load.ts';
import { wordsFor } from '../words/lookup.ts';
import { sayOutcome, type Said } from '../words/said.ts';
import { fullTimeText } from '../words/time.ts';
import { fill, type WordKey, type Words } from '../words/words.ts';
import { markup, type Markup } from './markup.ts';
import { payable } from './payable.ts';
import type { Spoken } from './spoken.ts';
import { facts, link } from './views.ts';

for (const words of allWords) keepWords(words, words.lang, loaded);

/** How a payment is to be rendered. */
export interface RenderOptions {
  /** A BCP 47 tag. English where there are no words for it. */
  readonly lang?: string;
  /** Where 'Check again' leads: a page that renders the payment anew. The page itself by default. */
  readonly checkUrl?: string;
}

/** What a payer can still do something about by looking again. */
const MAY_CHANGE: ReadonlySet<Phase> = new Set([
  'awaiting',
  'detected',
  'confirming',
  'underpaid',
  'unmatched',
  'expired',
  'late',
  'unknown',
]);

/**
 * Renders a payment as HTML for the inside of its tag: the amount, the QR code as a picture, the address or the note,
 * the network, links, what has come of it, and a link to check again. It needs no script, no style and no
 * `id`, and holds under the strictest content policy. Everything from the payment is text in it.
 *
 * Its classes (`pay-payment`, `pay-qr`, `pay-main` and the like) are for the shop to style.
 *
 * @param payment - What the tag takes: the helper's `PublicPayment`, the service's answer, or JSON text of either.
 * @throws TypeError that names the field at fault.
 */
export function renderPayment(payment: PublicPayment | object | string, options: RenderOptions = {}): string {
  const { lang = 'en', checkUrl = '' } = options;
  if (typeof lang !== 'string') throw new TypeError('renderPayment: lang: not a text');
  if (typeof checkUrl !== 'string' || !isPlace(checkUrl))
    throw new TypeError('renderPayment: checkUrl: not a web address');
  const read = parsePayment(payment);
  if (!read.ok) throw new TypeError(`renderPayment: ${read.field}: ${read.reason}`);
  return sectionOf(read.payment, lang, checkUrl).text;
}

/** What is said otherwise than on a page that goes on by itself. */
const STILL: Partial<Record<Phase, WordKey>> = { confirming: 'detectedText', expired: 'cancelledText' };

function outcomeText(payment: PublicPayment, words: Words): Said {
  const [title, text] = sayOutcome(payment, payment.phase, words);
  const still = STILL[payment.phase];
  return [title, still ? words[still] : text];
}

/** A web address, or one relative to the page. */
function isPlace(url: string): boolean {
  const base = 'https://relative.invalid';
  return URL.canParse(url, base) && /^https?:$/.test(new URL(url, base).protocol);
}

function sectionOf(payment: PublicPayment, lang: string, checkUrl: string): Markup {
  const words = wordsFor(lang);
  const { phase, expiresAt, test } = payment;
  const fiat = fiatText(payment.amount, 'currency' in payment ? payment.currency : undefined, lang);
  const spoken: Spoken = { words, fiat };
  const pay = payable(payment, spoken);
  const [title, text] = pay ? [pay.title, pay.text] : outcomeText(payment, words);
  const until = pay && expiresAt ? fill(words.payBefore, { time: fullTimeText(new Date(expiresAt), lang) }) : undefined;
  const again = MAY_CHANGE.has(phase) && markup`<p>${link(checkUrl, words.checkAgain, 'pay-check')}</p>`;
  return markup`<section class="pay-payment" lang="${words.lang}" dir="${words.dir}" data-phase="${phase}"><h2>${title}</h2><p class="pay-sum">${fiat}</p>${text && markup`<p>${text}</p>`}${test && markup`<p class="pay-test"><strong>${words.testNote}</strong></p>`}${pay?.body}${until && markup`<p>${until}</p>`}${facts([[words.paymentNumber, markup`<bdi>${idOf(payment)}</bdi>`]])}${again}</section>`;
}
