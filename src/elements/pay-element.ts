import { LitElement, adoptStyles, html, type PropertyValues, type TemplateResult } from 'lit';
import type { Phase } from '../core/status.ts';
import type { Card } from './cards/card.ts';
import { skeleton } from './parts/skeleton.ts';
import { baseStyles } from './pay-element.styles.ts';

/** One column, two, or as the card's own width allows. */
export type Layout = 'auto' | 'stack' | 'row';

/** Makes the inside of a tag. */
export type CardClass = new (host: PayElement) => Card;

/**
 * What a page loads before there is a payment: a tag's attributes, its place on the page and the shape of the
 * card to come. The card itself (`cards/`) knows payments, their news and all the words; it is loaded with the
 * first tag that stands in a page, so that a shop may register the tags everywhere for a few kilobytes.
 */
export abstract class PayElement extends LitElement {
  static override styles = baseStyles;

  static override properties = {
    payment: {},
    src: {},
    statusUrl: { attribute: 'status-url' },
    qr: {},
    layout: {},
    phase: { reflect: true },
  };

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, 'lang'];
  }

  /** The payment: JSON text or an object; also the service's raw answer or its whole envelope. */
  declare payment: string | object | null | undefined;
  /** Where to get the payment. */
  declare src: string;
  /** Where to ask for news of it. The payment's own `statusUrl`, else `src`, when empty. */
  declare statusUrl: string;
  /** What the QR code holds: `uri`, `address`, `image` (the service's own), `none`; what suits the coin when empty. */
  declare qr: string;
  /** One column, two, or as its own width allows (`auto`, the default). */
  declare layout: Layout;
  /** What is known of the payment, for styling and scripts. Read only. */
  declare phase: Phase | undefined;

  readonly #internals: ElementInternals | undefined = this.attachInternals?.();
  #card: Card | undefined;
  #opening: 'no' | 'yes' | 'failed' = 'no';

  constructor() {
    super();
    this.src = this.statusUrl = this.qr = '';
    this.layout = 'auto';
  }

  /** Asks the status address now. */
  refresh(): void {
    if (this.#card) this.#card.refresh();
    else void this.#open();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#open();
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    if (name === 'lang') this.requestUpdate();
    else super.attributeChangedCallback(name, old, value);
  }

  /** Loads what is inside the tag. */
  protected abstract load(): Promise<CardClass>;

  protected override willUpdate(_changed: PropertyValues<this>): void {
    const card = this.#card;
    card?.prepare();
    if (card) this.phase = card.phase;
    const states = this.#internals?.states;
    states?.clear();
    for (const state of card?.states ?? ['loading']) states?.add(state);
  }

  protected override render(): TemplateResult {
    if (this.#card) return this.#card.render();
    // What stands inside the tag is all there is to show when the rest cannot be loaded.
    return html`<div class="card" part="card">
      ${
        this.#opening === 'failed'
          ? html`<p role="alert">This payment could not be loaded. Please reload the page.</p>
              <slot></slot>`
          : skeleton()
      }
    </div>`;
  }

  async #open() {
    if (this.#card || this.#opening === 'yes') return;
    this.#opening = 'yes';
    try {
      const Inside = await this.load();
      await this.updateComplete; // the shadow root is there after the first update
      this.#card = new Inside(this);
      adoptStyles(this.renderRoot as ShadowRoot, [baseStyles, ...this.#card.styles]);
    } catch (error) {
      this.#opening = 'failed';
      console.error(`${this.localName}: could not be loaded`, error);
    }
    this.requestUpdate();
  }
}
