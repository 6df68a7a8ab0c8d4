import type { ShownOrder, Texts } from './types.ts';
import { catalogueView, orderView } from './views.ts';

/** Allows only the shop's own files. `data:` images are the service's QR codes. */
const CONTENT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; " +
  "form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html";

/** Headers of every page. */
export const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CONTENT_POLICY,
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
/** HTML from this file or from `shop.inside`, which is not escaped. */
export const markup = (text: string) => new Markup(text);

const escape = (text: unknown) => String(text).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
const fill = (hole: unknown): string =>
  Array.isArray(hole) ? hole.map(fill).join('') : hole instanceof Markup ? hole.text : escape(hole);
const html = (parts: TemplateStringsArray, ...holes: unknown[]) =>
  markup(String.raw({ raw: parts }, ...holes.map(fill)));

/** The attributes of the first quantity after an order without products. */
const FOCUS = markup('autofocus aria-describedby="empty"');

/** @param integrity - `dist/cdn/integrity.txt` of the package: the browser runs the script only with this hash */
function page(title: string, { lang, dir, shop }: Texts, integrity: string, body: Markup) {
  return html`<!doctype html>
    <html lang="${lang}" dir="${dir}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${shop}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/assets/shop.css" />
        <script type="module" src="/assets/pay-elements.js" integrity="${integrity.trim()}" crossorigin></script>
      </head>
      <body>
        <header><a href="/">${shop}</a></header>
        <main>${body}</main>
      </body>
    </html>`.text;
}

/** @param isEmpty - whether an order without products was sent: the page says what to do, and the first quantity has the focus */
export function cataloguePage(texts: Texts, integrity: string, isEmpty: boolean) {
  const line = ({ product, name, price }: ReturnType<typeof catalogueView>[number], index: number) =>
    html`<li>
      <label for="${product}">${name}</label>
      <span>${price}</span>
      <input
        id="${product}"
        name="${product}"
        type="number"
        min="0"
        max="99"
        placeholder="0"
        ${isEmpty && index === 0 ? FOCUS : ''}
      />
    </li>`;
  return page(
    texts.catalogue,
    texts,
    integrity,
    html`<h1>${texts.catalogue}</h1>
      ${isEmpty ? html`<p class="notice" id="empty" role="alert">${texts.empty}</p>` : ''}
      <form method="post" action="/orders">
        <ul class="lines">
          ${catalogueView(texts).map(line)}
        </ul>
        <button class="primary">${texts.buy}</button>
      </form>`,
  );
}

/** @param inside - the result of `shop.inside` */
export function checkoutPage(order: ShownOrder, inside: string, texts: Texts, integrity: string) {
  const { src, contact, lines, total, notice } = orderView(order, texts);
  return page(
    texts.checkout,
    texts,
    integrity,
    html`<h1>${texts.checkout}</h1>
      <ul class="lines">
        ${lines.map(({ text, price }) => html`<li><span>${text}</span><span>${price}</span></li>`)}
        <li><strong>${texts.total}</strong><strong>${total}</strong></li>
      </ul>
      ${notice === undefined ? '' : html`<p class="notice">${notice}</p>`}
      <pay-checkout src="${src}" contact="${contact}">
        <div class="inside">${markup(inside)}</div>
        <a slot="paid" href="/">${texts.back}</a>
      </pay-checkout>`,
  );
}

export const notFoundPage = (texts: Texts, integrity: string) =>
  page(
    texts.missing,
    texts,
    integrity,
    html`<h1>${texts.missing}</h1>
      <p><a href="/">${texts.back}</a></p>`,
  );
