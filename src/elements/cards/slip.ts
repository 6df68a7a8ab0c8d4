import { html, nothing, render, type ReactiveElement, type TemplateResult } from 'lit';
import { idOf } from '../../core/payment.ts';
import { sayOutcome } from '../../words/said.ts';
import { fullTimeText } from '../../words/time.ts';
import { fill } from '../../words/words.ts';
import { facts } from '../parts/views.ts';
import type { Modules } from '../../core/qr-path.ts';
import { qrCode } from '../parts/qr.ts';
import type { Offer } from './offer.ts';
import { slipStyles } from './slip.styles.ts';

/** What was bought, as the shop says it in the `header` slot: a sheet of paper has no page around it. */
const shopWords = (host: Element) =>
  [...host.querySelectorAll(':scope > [slot="header"]')].map(({ textContent }) => textContent.trim()).join(' ');

/** What is to be paid and how, with all that a payer needs away from the page. */
function slip({ payment, words, lang, sums, due }: Offer, shop: string, code: Modules | undefined): TemplateResult {
  const { expiresAt, hostedUrl, test } = payment;
  return html`<h1>${sums.fiat}</h1>
    <p>${shop}</p>
    ${test ? html`<p class="test">${words.testNote}</p>` : nothing} ${code && !test ? qrCode(code, words.qr) : nothing}
    <p>${due.network}</p>
    ${facts([
      [words.amount, due.amount],
      due.to ?? ['', undefined],
      [words.paymentNumber, idOf(payment)],
      [words.openPage, hostedUrl],
      [words.time, fullTimeText(new Date(), lang)],
    ])}
    <p>${expiresAt && fill(words.payBefore, { time: fullTimeText(new Date(expiresAt), lang) })}</p>`;
}

/** What was paid. Its time is that of the printing: when the money came, a tag does not know. */
function receipt({ payment, phase, words, lang, sums }: Offer, shop: string): TemplateResult {
  const [title, text] = sayOutcome(payment, phase, words);
  return html`<h1>${words.receipt}</h1>
    <p>${shop}</p>
    ${payment.test ? html`<p class="test">${words.testNote}</p>` : nothing}
    <p><b>${title}.</b> ${text}</p>
    ${facts([
      [words.amount, sums.coin ? `${sums.fiat} · ${sums.coin}` : sums.fiat],
      [words.received, sums.received],
      [words.paymentNumber, idOf(payment)],
      [words.time, fullTimeText(new Date(), lang)],
    ])}`;
}

/**
 * Prints a sheet of its own, and nothing of the shop's page: from a frame that is built node by node, so that it
 * needs no address, no markup and no style that a strict policy would refuse. Gives what takes the frame away; it
 * stays till then, since some browsers print after `print()` has come back.
 */
export function printSlip(offer: Offer, code: Modules | undefined, host: ReactiveElement): () => void {
  const { payment, phase, words } = offer;
  const shop = shopWords(host);
  const paid = phase === 'paid' || phase === 'overpaid';
  const frame = document.createElement('iframe');
  frame.className = 'away';
  frame.ariaHidden = 'true';
  frame.tabIndex = -1;
  const fillIn = () => {
    const page = frame.contentWindow as (Window & typeof globalThis) | null;
    if (!page) return;
    const sheet = new page.CSSStyleSheet();
    sheet.replaceSync(slipStyles.cssText);
    page.document.adoptedStyleSheets = [sheet];
    page.document.title = `${words.paymentNumber} ${idOf(payment)}`;
    Object.assign(page.document.documentElement, { lang: words.lang, dir: words.dir });
    render(paid ? receipt(offer, shop) : slip(offer, shop, code), page.document.body);
    page.focus();
    page.print();
  };
  // Some browsers put the empty document there at once, some a little later.
  frame.addEventListener('load', fillIn, { once: true });
  host.renderRoot.append(frame);
  return () => frame.remove();
}
