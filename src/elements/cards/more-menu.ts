import { html, nothing, type ReactiveElement, type TemplateResult } from 'lit';
import { methodOf } from '../../core/payment.ts';
import type { CopyController } from '../controllers/copy-controller.ts';
import { encode } from '../parts/encode.ts';
import { qrPath, type Modules } from '../../core/qr-path.ts';
import { qrCode } from '../parts/qr.ts';
import { linesOf, type Offer } from './offer.ts';
import { moreMenuStyles } from './more-menu.styles.ts';
import { printSlip } from './slip.ts';
import { savePng } from './qr-image.ts';

const BONE = html`<span class="bone square"></span>`;
/** A finger is what it is used by first, so most likely it is the phone. */
const PHONE = '(pointer: coarse)';

/**
 * What can be done with a payment beside paying it here: go on by phone, share, save the code, copy all, print.
 * What this browser or this payment cannot do is not there.
 */
export class MoreMenu {
  readonly #host: ReactiveElement;
  readonly #copying: CopyController;
  /** The code of the hosted page, once asked for. */
  #phone: { url: string; modules?: Modules | 'failed' } | undefined;
  /** Takes away what the last action left: a frame that was printed, a picture that was saved. */
  #tidy = () => {};

  constructor(host: ReactiveElement, copying: CopyController) {
    this.#host = host;
    this.#copying = copying;
    const root = host.renderRoot as ShadowRoot;
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, moreMenuStyles.styleSheet!];
  }

  /** The menu was closed. */
  close(): void {
    this.#phone = undefined;
    this.#host.requestUpdate();
  }

  /** The tag has left the page. */
  end(): void {
    this.#tidy();
    this.#tidy = () => {};
    this.#phone = undefined;
  }

  print(offer: Offer): void {
    void this.#do(async () => printSlip(offer, await this.#code(offer), this.#host));
  }

  render(offer: Offer): TemplateResult {
    const { payment, words, due } = offer;
    const { hostedUrl } = payment;
    const shared = { text: linesOf({ ...offer, due: { amount: due.amount } }), ...(hostedUrl && { url: hostedUrl }) };
    const code = due.code;
    // The card of a local code shows the code of its page already.
    const phone = hostedUrl && methodOf(payment) !== 'localcode' && !matchMedia(PHONE).matches;
    return html`<div class="menu">
      ${phone ? this.#onPhone(hostedUrl, offer) : nothing}
      ${typeof navigator.share === 'function' ? this.#item(words.share, offer, () => navigator.share(shared)) : nothing}
      ${code ? this.#item(words.saveQr, offer, async () => savePng(await encode(code), offer)) : nothing}
      ${due.to ? this.#copyAll(offer) : nothing} ${this.#item(words.print, offer, () => this.print(offer))}
    </div>`;
  }

  #item(label: string, { taken }: Offer, act: () => unknown) {
    const onClick = () => {
      taken();
      this.#host.renderRoot.querySelector<HTMLElement>('#more')?.hidePopover();
      void this.#do(act);
    };
    return html`<button type="button" @click=${onClick}>${label}</button>`;
  }

  /** Runs it, and keeps what takes its traces away. */
  async #do(act: () => unknown) {
    try {
      const tidy = await act();
      if (typeof tidy !== 'function') return;
      this.#tidy();
      this.#tidy = tidy as () => void;
      if (!this.#host.isConnected) this.end();
    } catch (error) {
      // Sharing was called off by the payer, or refused; the page has all of it in sight.
      if ((error as Error).name !== 'AbortError') console.warn(`${this.#host.localName}:`, error);
    }
  }

  #copyAll(offer: Offer) {
    const { words, seals } = offer;
    const lines = linesOf(offer);
    seals.seal('lines', 'pre', 'text', lines);
    const onClick = ({ currentTarget }: Event) => {
      const button = currentTarget as HTMLElement;
      void this.#copying.copy('all', lines, button, button.previousElementSibling);
    };
    // Where there is no clipboard the lines come in sight, to be copied by hand.
    return html`<pre class=${this.#copying.byHand === 'all' ? '' : 'away'} dir="auto" translate="no">${lines}</pre>
      <button type="button" @click=${onClick}>${this.#copying.done === 'all' ? words.copied : words.copyAll}</button>`;
  }

  #onPhone(url: string, { words, seals }: Offer) {
    const phone = this.#phone;
    const modules = phone?.modules;
    if (modules && modules !== 'failed') seals.seal('hostedUrl', '.phone path + path', 'd', qrPath(modules));
    const code = modules === 'failed' ? url : modules ? qrCode(modules, words.codeScan) : BONE;
    return html`<button type="button" aria-expanded=${!!phone} @click=${() => this.#togglePhone(url)}>
        ${words.onPhone}</button
      >${phone ? html`<div class="phone">${code}</div>` : nothing}`;
  }

  async #togglePhone(url: string) {
    const own = (this.#phone = this.#phone ? undefined : { url });
    this.#host.requestUpdate();
    if (!own) return;
    const modules = await encode(url).catch(() => 'failed' as const);
    if (this.#phone === own) this.#phone = { url, modules };
    this.#host.requestUpdate();
  }

  /** What is on paper may be scanned from it; without the code the address is still there. */
  async #code({ due: { code } }: Offer): Promise<Modules | undefined> {
    return code === undefined ? undefined : encode(code).catch(() => undefined);
  }
}
