import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Between the button and what it opens, and between that and the window's edge. CSS pixels. */
const GAP_PX = 8;

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
    if (!pop.matches(':popover-open')) pop.showPopover?.();
    void this.place(anchor, pop);
  }

  hide(pop: HTMLElement): void {
    this.#end(pop);
    if (pop.isConnected && pop.matches(':popover-open')) pop.hidePopover();
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
      if (!open) return;
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
