import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { lazyModule } from '../base/lazy-module.ts';

/** Distance between the trigger and the popover, and between the popover and the edge of the window. CSS pixels. */
const GAP_PX = 8;

export const floating = lazyModule(() => import('./floating.ts'));

/**
 * False in Chromium before 114, Firefox before 125 and Safari before 17. There no popover opens, and the selector
 * `:popover-open` is not used because it would throw.
 */
const canOpen = (popover: HTMLElement) => !!popover.showPopover;
const isOpen = (popover: HTMLElement) => canOpen(popover) && popover.matches(':popover-open');

/**
 * Positions native popovers beside their triggers, also while the page scrolls. The positioning library is loaded with
 * the first popover. If it cannot be loaded, a popover stays where the browser puts it.
 */
export class PopoverController implements ReactiveController {
  readonly #placed = new Map<HTMLElement, () => void>();

  constructor(host: ReactiveControllerHost) {
    host.addController(this);
  }

  /** A popover that is removed while it is open dispatches no `toggle` event. */
  hostUpdated(): void {
    for (const popover of this.#placed.keys()) if (!popover.isConnected) this.#end(popover);
  }

  hostDisconnected(): void {
    for (const end of this.#placed.values()) end();
    this.#placed.clear();
  }

  /** Shows a popover that has no trigger of its own. */
  show(anchor: Element, popover: HTMLElement): void {
    if (!canOpen(popover)) return;
    if (!isOpen(popover)) popover.showPopover();
    void this.place(anchor, popover);
  }

  hide(popover: HTMLElement): void {
    this.#end(popover);
    if (popover.isConnected && isOpen(popover)) popover.hidePopover();
  }

  toggled(event: ToggleEvent, anchor: Element): void {
    const popover = event.target as HTMLElement;
    if (event.newState === 'open') void this.place(anchor, popover);
    else this.#end(popover);
  }

  async place(anchor: Element, popover: HTMLElement): Promise<void> {
    this.#end(popover);
    let open = true;
    this.#placed.set(popover, () => (open = false));
    try {
      const { autoUpdate, computePosition, flip, limitShift, offset, shift } = await floating.load();
      // The `toggle` event may arrive after the element was disconnected.
      if (!open || !popover.isConnected) return;
      const put = async () => {
        // An anchor that is no longer shown has no position, and the popover would go to the corner of the window.
        if (!anchor.getClientRects().length) return this.hide(popover);
        const { x, y } = await computePosition(anchor, popover, {
          strategy: 'fixed',
          placement: 'top',
          // Over its anchor where there is not enough room beside it, as at 400 % zoom. It scrolls away with its anchor:
          // otherwise it would cover the page, and take its clicks, after the anchor has left the window.
          middleware: [offset(GAP_PX), flip(), shift({ padding: GAP_PX, crossAxis: true, limiter: limitShift() })],
        });
        popover.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
        popover.classList.add('placed');
      };
      this.#placed.set(
        popover,
        autoUpdate(anchor, popover, () => void put()),
      );
    } catch {
      popover.classList.add('placed');
    }
  }

  #end(popover: HTMLElement) {
    this.#placed.get(popover)?.();
    this.#placed.delete(popover);
    popover.classList.remove('placed');
  }
}
