import type { ReactiveController, ReactiveElement } from 'lit';
import type { Phase } from '../../core/status.ts';
import { afterPaint } from '../shared/after-paint-module.ts';
import type { PayElement } from '../shared/pay-element.ts';

/** The states that an element may have besides its phase. */
const STATES = ['loading', 'problem', 'lost'];

/** Whether an element has a custom state; `false` in browsers without `:state()`. */
function isIn(tag: Element, state: string): boolean {
  try {
    return tag.matches(`:state(${state})`);
  } catch {
    return false;
  }
}

/**
 * Tracks the payment element that its host shows: its phase and states, at each of its updates and before its events.
 */
export class PaymentTagController implements ReactiveController {
  readonly #host: PayElement;
  readonly #selector: string;
  readonly #mirror: ReactiveController = { hostUpdated: () => this.#look() };
  #tag: (ReactiveElement & PayElement) | undefined;

  /** True when the code is loaded that elements load after their first paint. */
  #isComplete = false;

  phase: Phase | undefined;
  states: readonly string[] = [];

  /** @param selector - Selects the element in the host's shadow root. */
  constructor(host: PayElement, selector: string) {
    this.#host = host;
    this.#selector = selector;
    host.addController(this);
  }

  refresh(): void {
    this.#tag?.refresh();
  }

  hostUpdated(): void {
    const tag = this.#host.renderRoot.querySelector<PayElement>(this.#selector) ?? undefined;
    if (tag === this.#tag) return;
    this.#tag?.removeController(this.#mirror);
    this.#tag = tag;
    this.phase = undefined;
    this.states = [];
    tag?.addController(this.#mirror);
    this.#look();
  }

  #look() {
    const tag = this.#tag;
    if (!tag) return;
    const { phase } = tag;
    const states = [...(phase ? [phase] : []), ...STATES.filter((state) => isIn(tag, state))];
    const isComplete = afterPaint.value !== undefined;
    if (states.join() === this.states.join() && isComplete === this.#isComplete) return;
    this.states = states;
    this.#isComplete = isComplete;
    // The host has the new phase before any listener of the event runs.
    this.#host.phase = this.phase = phase;
    this.#host.requestUpdate();
  }
}
