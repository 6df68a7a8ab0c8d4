import type { ReactiveControllerHost } from 'lit';
import type { ViewState } from '../../view/state.ts';

/** Holds the state of an element's view as one frozen snapshot. Every change goes through `update`. */
export class ViewStore {
  readonly #host: Pick<ReactiveControllerHost, 'requestUpdate'>;
  #state: ViewState;

  constructor(host: Pick<ReactiveControllerHost, 'requestUpdate'>, initial: ViewState) {
    this.#host = host;
    this.#state = initial;
  }

  get state(): ViewState {
    return this.#state;
  }

  /** Replaces some fields, and requests an update of the host if one of them has changed. */
  update(change: Partial<ViewState>): void {
    const names = Object.keys(change) as (keyof ViewState)[];
    if (names.every((name) => change[name] === this.#state[name])) return;
    this.#state = Object.freeze({ ...this.#state, ...change });
    this.#host.requestUpdate();
  }
}
