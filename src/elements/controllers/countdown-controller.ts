import type { ReactiveController } from 'lit';
import { phaseFacts } from '../../core/payments/phases.ts';
import { nextDuration } from '../../i18n/format-duration.ts';
import type { ViewState } from '../../view/state.ts';
import type { Card } from '../card/card.ts';

/** The countdown is shown when this much time is left. Before that, the time of day is more useful. Seconds. */
const SHOWN_S = 60 * 60;
/** The times left that are announced, and how long an announcement stays in the live region. Seconds. */
const SPOKEN_S = [300, 60, 30];
const SAID_S = 5;

/**
 * Milliseconds left to pay: by the clock of the shop's server, or by the payer's before a response has shown that one.
 * `undefined` when there is nothing to pay, or no end.
 */
export function msLeft({ payment, knownPhase = 'awaiting', clock, problem }: ViewState): number | undefined {
  if (problem || !payment?.expiresAt || !phaseFacts(knownPhase).payable) return undefined;
  return Date.parse(payment.expiresAt) - (clock === undefined ? Date.now() : clock + performance.now());
}

/**
 * The time left to pay until the shop's `expiresAt`, by the clock of its server. It starts with the first response,
 * which shows that clock, and does not depend on the payer's clock unless there is no response, or it shows no time. When the
 * time is over, polls at once. Until the shop has answered, nothing is to be paid (`overdue`).
 */
export class CountdownController implements ReactiveController {
  readonly #card: Card;
  readonly #ended: () => void;
  readonly #shown = () => this.#card.requestUpdate();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param ended - Called when the time is over. */
  constructor(card: Card, ended: () => void) {
    this.#card = card;
    this.#ended = ended;
    card.addController(this);
  }

  hostConnected(): void {
    this.#shown();
    document.addEventListener('visibilitychange', this.#shown);
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#shown);
    clearTimeout(this.#timer);
  }

  hostUpdate(): void {
    clearTimeout(this.#timer);
    const left = this.#left();
    const seconds = Math.round(left / 1000);
    this.#show(this.#card.viewState.clock === undefined ? 0 : seconds);
    const idle = !this.#card.isConnected || document.visibilityState === 'hidden';
    if (left <= 0 || idle) return;
    // Waits one hour at most: very long delays overflow the browser's timers.
    const later = seconds > SHOWN_S ? Math.max(SHOWN_S, seconds - SHOWN_S) : nextDuration(seconds);
    const next = seconds > 0 ? later : 0;
    this.#timer = setTimeout(() => this.#tick(), left - next * 1000);
  }

  #show(seconds: number) {
    const { secondsLeft: before = 0, secondsAnnounced: announced } = this.#card.viewState;
    const secondsLeft = seconds > 0 && seconds <= SHOWN_S ? seconds : undefined;
    const isMark = SPOKEN_S.some((mark) => before > mark && seconds <= mark);
    const stays = secondsLeft && announced && seconds > announced - SAID_S ? announced : undefined;
    this.#card.setUi({ secondsLeft, secondsAnnounced: isMark ? secondsLeft : stays });
  }

  #tick() {
    if (Math.round(this.#left() / 1000) <= 0) this.#ended();
    this.#card.requestUpdate();
  }

  #left() {
    return msLeft(this.#card.viewState) ?? 0;
  }
}
