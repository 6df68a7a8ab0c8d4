import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { PayCopyEvent, type CopiedThing } from '../events.ts';

/** How long the 'Copied' hint stays. */
const HINT_MS = 2_500;
/** Copying by hand takes longer than reading one word. */
const BY_HAND_MS = 12_000;

/**
 * Puts the model's exact text on the clipboard, never the page's, and says so only once it is there. Where
 * there is no clipboard (plain http, a frame without permission) it selects the text for the payer to copy.
 */
export class CopyController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #showHint: (button: Element | undefined) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;

  /** On the clipboard, for as long as the hint stays. */
  done: CopiedThing | undefined;
  /** Selected, for the payer to copy. */
  byHand: CopiedThing | undefined;
  /** The last thing copied, which the payer may be pasting now. */
  last: CopiedThing | undefined;

  /** @param showHint - Places the hint at a button, or takes it away. */
  constructor(host: ReactiveControllerHost & HTMLElement, showHint: (button: Element | undefined) => void) {
    this.#host = host;
    this.#showHint = showHint;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#turn++;
    this.#clear();
  }

  /** @param shown - Where the same text stands on the page, to be selected if all else fails. */
  async copy(what: CopiedThing, text: string, button: Element, shown: Element | null): Promise<void> {
    const turn = ++this.#turn;
    let written = true;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      written = false;
    }
    if (turn !== this.#turn) return;
    this.#clear();
    this.last = what;
    if (written) {
      this.done = what;
      this.#host.dispatchEvent(new PayCopyEvent(what));
    } else {
      this.byHand = what;
      if (shown) getSelection()?.selectAllChildren(shown);
    }
    this.#timer = setTimeout(() => this.#clear(), written ? HINT_MS : BY_HAND_MS);
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    if (turn === this.#turn) this.#showHint(button);
  }

  #clear() {
    clearTimeout(this.#timer);
    this.done = this.byHand = undefined;
    this.#showHint(undefined);
    this.#host.requestUpdate();
  }
}
