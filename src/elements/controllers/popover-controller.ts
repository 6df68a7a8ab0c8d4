import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { lazyModule } from '../shared/lazy-module.ts';

/** Between the button and what it opens, and between that and the window's edge. CSS pixels. */
const GAP_PX = 8;

/** The placing library. */
export const floating = lazyModule(() => import('../shared/floating.ts'));

/** Not in Chromium before 114, Firefox before 125 and Safari before 17: there nothing opens, and no selector asks. */
const canOpen = (popover: HTMLElement) => !!popover.showPopover;
const isOpen = (popover: HTMLElement) => canOpen(popover) && popover.matches(':popover-open');

/**
 * Places native popovers beside what opened them, also while the page scrolls. The placing library is loaded
 * with the first one. Should it not come, a popover is shown where the browser puts it.
 */
export class PopoverController implements ReactiveController {
  readonly #placed = new Map<HTMLElement, () => void>();

  constructor(host: ReactiveControllerHost) {
    host.addController(this);
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

  /** Follows the popover's own opening and closing. */
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
      const { autoUpdate, computePosition, flip, offset, shift } = await floating.load();
      // A popover that opened as its tag left the page says so afterwards.
      if (!open || !popover.isConnected) return;
      const put = async () => {
        const { x, y } = await computePosition(anchor, popover, {
          strategy: 'fixed',
          placement: 'top',
          middleware: [offset(GAP_PX), flip(), shift({ padding: GAP_PX })],
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
