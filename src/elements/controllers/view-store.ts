import type { ReactiveControllerHost } from 'lit';
import type { ViewState } from '../../view/state.ts';

/** Holds what a tag's view depends on as one frozen snapshot. Whoever changes it does so here. */
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

  /** Replaces some fields, and renders the host where one of them is another than before. */
  update(change: Partial<ViewState>): void {
    const names = Object.keys(change) as (keyof ViewState)[];
    if (names.every((name) => change[name] === this.#state[name])) return;
    this.#state = Object.freeze({ ...this.#state, ...change });
    this.#host.requestUpdate();
  }
}
