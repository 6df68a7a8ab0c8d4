import {
  LitElement,
  adoptStyles,
  html,
  isServer,
  type CSSResult,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import type { Phase } from '../core/status.ts';
import { loadWords } from '../words/load.ts';
import { askEarly } from './early.ts';
import { nearestLang } from './nearest-lang.ts';
import { boneStyles } from './bone.styles.ts';
import { hasInside, layoutOf, standIn } from './parts/stand-in.ts';
import { baseStyles } from './pay-element.styles.ts';
import { Room } from './room.ts';

/** A page that knows a tag's type knows its events' too. */
export type {} from './events.ts';

/** One column, two, or as the card's own width allows. */
export type Layout = 'auto' | 'stack' | 'row';

/** What is inside a tag once it is loaded. */
export interface Inside {
  /** Adopted by the tag when it is put in. */
  readonly styles: readonly CSSResult[];
  readonly phase: Phase | undefined;
  /** For `:state(…)`. */
  readonly states: readonly string[];
  /**
   * Before every update of the tag.
   *
   * @param awaited - The page has a place for the payment and nothing in it yet.
   */
  prepare(awaited: boolean): void;
  refresh(): void;
  render(): TemplateResult;
}

/** Puts the focus where there is nothing to press: a reader goes on from here. */
export function focusOn(place: Element | null): void {
  if (!(place instanceof HTMLElement)) return;
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/** States after which there is more to come, and those in which there is something to pay. */
const COMING = new Set(['loading', 'choosing', 'preparing', 'busy', 'lost']);
const PAYABLE = new Set(['awaiting', 'underpaid', 'unknown']);

/** Makes the inside of a tag. */
export type CardClass = new (host: PayElement) => Inside;

/**
 * What a page loads before there is a payment: a tag's attributes, its place on the page and the shape of the
 * card to come. The card itself (`cards/`) knows payments, their news and all the words; it is loaded with the
 * first tag that is made, while `src` is asked, so that a shop may register the tags everywhere for a few kilobytes.
 */
export abstract class PayElement extends LitElement {
  static override styles = [baseStyles, boneStyles];

  static override properties: PropertyDeclarations = {
    // Also where it is set to nothing again: a page that does so means to have one.
    payment: { hasChanged: (value: unknown, old: unknown) => !value || value !== old },
    src: {},
    statusUrl: { attribute: 'status-url' },
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
  /** One column, two, or as its own width allows (`auto`, the default). */
  declare layout: Layout;
  /** What is known of the payment, for styling and scripts. Read only. */
  declare phase: Phase | undefined;

  readonly #internals: ElementInternals | undefined = this.attachInternals?.();
  readonly #room = new Room();
  /** What it is in before all else. Nothing before it is drawn. */
  #state: string | undefined;
  #loading: Promise<CardClass> | undefined;
  #card: Inside | undefined;
  #opening = false;
  #failed = false;
  /** Of a payment: whether the page has set it to nothing, and never had one, nor an address to get it from. */
  #awaited: boolean | undefined;
  #endEarly: (() => void) | undefined;

  constructor() {
    super();
    this.src = this.statusUrl = '';
    this.layout = 'auto';
    // A tag that is made will be shown. Should it not load, `#open` says so.
    if (!isServer) this.#inside().catch(() => {});
  }

  /** Asks the status address now. */
  refresh(): void {
    if (this.#card) this.#card.refresh();
    else void this.#open();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    loadWords(nearestLang(this));
    if (!this.#card && this.src && !this.payment) this.#endEarly = askEarly(this.src);
    void this.#open();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#endEarly?.();
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    if (name === 'lang') this.requestUpdate();
    else super.attributeChangedCallback(name, old, value);
  }

  /** Loads what is inside the tag. */
  protected abstract load(): Promise<CardClass>;

  protected override willUpdate(changed: PropertyValues<this>): void {
    // Frameworks draw a tag before their data is there. In HTML an empty attribute is what stays.
    if (this.payment || this.src || this.hasAttribute('payment')) this.#awaited = false;
    else if (changed.has('payment')) this.#awaited ??= true;
    // A page takes a property away by setting it to nothing, or its attribute off.
    this.src ||= '';
    this.statusUrl ||= '';
    this.layout ||= 'auto';
    const card = this.#card;
    card?.prepare(this.#awaited === true);
    if (card) this.phase = card.phase;
    const states = this.#internals?.states;
    states?.clear();
    try {
      for (const state of this.#states) states?.add(state);
    } catch {
      // Chromium before 125 takes dashed names only. A shop's looks are missed; the payment is not.
    }
  }

  protected override update(changed: PropertyValues<this>): void {
    const root = this.renderRoot as ShadowRoot;
    const focused = root.activeElement;
    const before = this.#state;
    const height = before && COMING.has(before) ? parseFloat(getComputedStyle(this).height) : 0;
    super.update(changed);
    const state = (this.#state = this.#states[0] ?? before);
    // What comes in the place of what was there takes no less room, until there is nothing to pay any more.
    const over = !PAYABLE.has(state!) || root.querySelector('.card > .outcome');
    if (state && over && !COMING.has(state)) this.#room.release();
    else this.#room.hold(root, height);
    if (!focused || root.contains(focused)) return;
    // What was in hand is gone ('Try now' after an answer): go on from what has come in its place.
    focusOn(root.querySelector('h2') ?? root.querySelector('.card'));
  }

  protected override render(): TemplateResult {
    if (this.#card) return this.#card.render();
    if (!this.#failed && hasInside(this)) return html`<div class="bare">${standIn(this)}</div>`;
    // What stands inside the tag is all there is to show when the rest cannot be loaded.
    return html`<div class="card ${layoutOf(this)}" part="card">
      ${
        this.#failed
          ? html`<p role="alert">
                <b>This payment could not be loaded.</b> Nothing you sent is lost. Check your connection and try again,
                or reload the page.
              </p>
              <button type="button" class="plain" part="try-now" @click=${() => this.#open()}>Try again</button>
              <div><slot></slot></div>`
          : standIn(this)
      }
    </div>`;
  }

  get #states(): readonly string[] {
    return this.#card?.states ?? [this.#failed ? 'problem' : 'loading'];
  }

  #inside() {
    return (this.#loading ??= this.load());
  }

  async #open() {
    if (this.#card || this.#opening) return;
    this.#opening = true;
    try {
      const Inside = await this.#inside();
      await this.updateComplete; // the shadow root is there after the first update
      this.#card = new Inside(this);
      adoptStyles(this.renderRoot as ShadowRoot, [baseStyles, boneStyles, ...this.#card.styles]);
    } catch (error) {
      this.#failed = true;
      this.#loading = undefined;
      this.#endEarly?.();
      console.error(`${this.localName}: could not be loaded`, error);
    }
    this.#opening = false;
    this.requestUpdate();
  }
}
