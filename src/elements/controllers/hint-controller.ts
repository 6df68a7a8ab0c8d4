import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Between the button and what it opens, and between that and the window's edge. CSS pixels. */
const GAP_PX = 8;

/** Not in Chromium before 114, Firefox before 125 and Safari before 17: there nothing opens, and no selector asks. */
const canOpen = (pop: HTMLElement) => !!pop.showPopover;
const isOpen = (pop: HTMLElement) => canOpen(pop) && pop.matches(':popover-open');

/**
 * Places native popovers beside what opened them, also while the page scrolls. The placing library is loaded
 * with the first one. Should it not come, a popover is shown where the browser puts it.
 */
export class HintController implements ReactiveController {
  readonly #placed = new Map<HTMLElement, () => void>();

  constructor(host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostDisconnected(): void {
    for (const end of this.#placed.values()) end();
    this.#placed.clear();
  }

  /** Shows a popover that has no opener of its own. */
  show(anchor: Element, pop: HTMLElement): void {
    if (!canOpen(pop)) return;
    if (!isOpen(pop)) pop.showPopover();
    void this.place(anchor, pop);
  }

  hide(pop: HTMLElement): void {
    this.#end(pop);
    if (pop.isConnected && isOpen(pop)) pop.hidePopover();
  }

  /** Follows the popover's own opening and closing. */
  toggled(event: ToggleEvent, anchor: Element): void {
    const pop = event.target as HTMLElement;
    if (event.newState === 'open') void this.place(anchor, pop);
    else this.#end(pop);
  }

  async place(anchor: Element, pop: HTMLElement): Promise<void> {
    this.#end(pop);
    let open = true;
    this.#placed.set(pop, () => (open = false));
    try {
      const { autoUpdate, computePosition, flip, offset, shift } = await import('../floating.ts');
      // A popover that opened as its tag left the page says so afterwards.
      if (!open || !pop.isConnected) return;
      const put = async () => {
        const { x, y } = await computePosition(anchor, pop, {
          strategy: 'fixed',
          placement: 'top',
          middleware: [offset(GAP_PX), flip(), shift({ padding: GAP_PX })],
        });
        pop.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
        pop.classList.add('placed');
      };
      this.#placed.set(
        pop,
        autoUpdate(anchor, pop, () => void put()),
      );
    } catch {
      pop.classList.add('placed');
    }
  }

  #end(pop: HTMLElement) {
    this.#placed.get(pop)?.();
    this.#placed.delete(pop);
    pop.classList.remove('placed');
  }
}
