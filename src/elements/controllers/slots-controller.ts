import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * The names of the slots for which the host has content. A slot that is forwarded to an inner element counts as filled
 * there even when it is empty, and would replace the default content of the inner element.
 */
export class SlotsController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  #children: MutationObserver | undefined;

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    host.addController(this);
  }

  get names(): readonly string[] {
    return [...new Set([...this.#host.children].map(({ slot }) => slot).filter(Boolean))];
  }

  hostConnected(): void {
    this.#children ??= new MutationObserver(() => this.#host.requestUpdate());
    this.#children.observe(this.#host, { childList: true });
  }

  hostDisconnected(): void {
    this.#children?.disconnect();
  }
}
