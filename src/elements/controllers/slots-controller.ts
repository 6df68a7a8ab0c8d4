import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * Which of its slots a host has something for. A slot that is handed on to a tag inside counts there as filled, also
 * when it is empty, and would take the place of what that tag says by itself.
 */
export class SlotsController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #children: MutationObserver;

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    this.#children = new MutationObserver(() => host.requestUpdate());
    host.addController(this);
  }

  get names(): readonly string[] {
    return [...new Set([...this.#host.children].map(({ slot }) => slot).filter(Boolean))];
  }

  hostConnected(): void {
    this.#children.observe(this.#host, { childList: true });
  }

  hostDisconnected(): void {
    this.#children.disconnect();
  }
}
