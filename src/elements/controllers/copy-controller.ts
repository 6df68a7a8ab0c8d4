import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { PayCopyEvent, type CopiedThing } from '../events.ts';
import type { ViewStore } from './view-store.ts';

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
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #store: ViewStore;
  readonly #showHint: (button: Element | undefined) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;

  /** @param showHint - Shows the hint at a button, or hides it. */
  constructor(
    host: ReactiveControllerHost & HTMLElement,
    store: ViewStore,
    showHint: (button: Element | undefined) => void,
  ) {
    this.#host = host;
    this.#store = store;
    this.#showHint = showHint;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#turn++;
    this.#clear();
  }

  /** @param shown - The node that shows the same text. It is selected when the clipboard cannot be written. */
  async copy(what: CopiedThing, text: string, button: Element, shown: Element | null): Promise<void> {
    const turn = ++this.#turn;
    const isWritten = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    if (turn !== this.#turn) return;
    this.#clear();
    this.#store.update({ copied: { what, byHand: !isWritten }, lastCopied: what });
    if (isWritten) this.#host.dispatchEvent(new PayCopyEvent(what));
    else if (shown) getSelection()?.selectAllChildren(shown);
    this.#timer = setTimeout(() => this.#clear(), isWritten ? HINT_MS : BY_HAND_MS);
    await this.#host.updateComplete;
    if (turn === this.#turn) this.#showHint(button);
  }

  #clear() {
    clearTimeout(this.#timer);
    this.#showHint(undefined);
    this.#store.update({ copied: undefined });
  }
}
