import { html, type ReactiveController, type TemplateResult } from 'lit';
import { idOf } from '../../core/payments/payment.ts';
import { PayCopyEvent, type CopiedThing } from '../events.ts';
import type { Card } from '../card/card.ts';
import { COPY, icon, TICK } from '../card/icons.ts';

/** How long the 'Copied' hint is shown. */
const HINT_MS = 2_500;
/** How long the hint is shown when the payer has to copy by hand, which takes longer. */
const BY_HAND_MS = 12_000;

/**
 * Writes the exact text of the view to the clipboard, never the text of the page, and confirms it only after the
 * clipboard has it. Without a clipboard (plain http, a frame without permission), it selects the text for the payer to
 * copy.
 */
export class CopyController implements ReactiveController {
  readonly #card: Card;
  readonly #showHint: (button: Element | undefined) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;
  /** The button that was pressed last. The hint is shown beside it, and nowhere else. */
  #button: Element | undefined;
  #paymentId: string | undefined;

  /** @param showHint - Shows the hint at a button, or hides it. */
  constructor(card: Card, showHint: (button: Element | undefined) => void) {
    this.#card = card;
    this.#showHint = showHint;
    card.addController(this);
  }

  hostUpdate(): void {
    const { payment } = this.#card.viewState;
    const id = payment && idOf(payment);
    if (id !== this.#paymentId) this.#forget();
    this.#paymentId = id;
  }

  hostUpdated(): void {
    if (this.#button?.isConnected === false) this.#forget();
  }

  hostDisconnected(): void {
    this.#forget();
  }

  /** @param shown - The node that shows the same text. It is selected when the clipboard cannot be written. */
  async copy(what: CopiedThing, text: string, button: Element, shown: Element | null): Promise<void> {
    this.#card.model.lockDetails();
    const turn = ++this.#turn;
    this.#button = button;
    const isWritten = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    // The clipboard has it, also when another view is shown by now.
    if (isWritten && this.#card.isConnected) this.#card.dispatchEvent(new PayCopyEvent(what));
    if (turn !== this.#turn) return;
    this.#clear();
    this.#card.setUi({ copied: { what, byHand: !isWritten }, lastCopied: what });
    if (!isWritten && shown) getSelection()?.selectAllChildren(shown);
    this.#timer = setTimeout(() => this.#clear(), isWritten ? HINT_MS : BY_HAND_MS);
    await this.#card.updateComplete;
    if (turn === this.#turn) this.#showHint(button);
  }

  /** Another payment or another view is shown: nothing of it was copied. */
  #forget() {
    this.#turn++;
    this.#button = undefined;
    this.#clear();
    this.#card.setUi({ lastCopied: undefined });
  }

  #clear() {
    clearTimeout(this.#timer);
    this.#showHint(undefined);
    this.#card.setUi({ copied: undefined });
  }
}

const LABEL = {
  amount: 'copyAmount',
  address: 'copyAddress',
  note: 'copyNote',
  number: 'copyNumber',
  all: 'copyAll',
} as const;

/** The button that copies a text of the view. The element before it shows the same text. */
export function copyButton(what: keyof typeof LABEL, text: string, card: Card): TemplateResult {
  const { viewState, messages } = card;
  const done = viewState.copied?.what === what && !viewState.copied.byHand;
  const label = done ? messages.copied : messages[LABEL[what]];
  const onClick = ({ currentTarget }: Event) => {
    const button = currentTarget as HTMLElement;
    const shown = button.previousElementSibling;
    card.copy(what, text, button, shown?.querySelector('[data-copied]') ?? shown);
  };
  return html`<button type="button" class="ghost" part="copy-button" aria-label=${label} @click=${onClick}>
    ${icon(done ? TICK : COPY)}
  </button>`;
}
