/**
 * The script of the panel's page: it loads the page again each second and after each action, and replaces the parts
 * that have changed. It is served as the source of this function, so it must not use anything outside of it.
 */
function panel(): void {
  const RELOAD_EVERY_MS = 1_000;
  /** The HTML of each item when it was inserted, to detect changed items. */
  const texts = new WeakMap<Element, string>();
  let latest = 0;

  const itemsOf = (list: Element) =>
    [...list.children].filter((item): item is HTMLElement => item instanceof HTMLElement && 'key' in item.dataset);

  /** Copies the open details and the typed text to the new item. What is hidden may have changed. */
  function copyInput(present: HTMLElement, fresh: HTMLElement) {
    const folds = [...present.querySelectorAll('details')];
    fresh.querySelectorAll('details').forEach((fold, i) => (fold.open = folds[i]?.open ?? false));
    for (const input of present.querySelectorAll<HTMLInputElement>('input:not([type=hidden])')) {
      const target = [...fresh.querySelectorAll('input')].find(({ name }) => name === input.name);
      if (target) target.value = input.value;
    }
  }

  /**
   * Returns the item to show: the present one if it has not changed or the user is typing in it, otherwise the new one.
   */
  function choose(present: HTMLElement | undefined, fresh: HTMLElement): HTMLElement {
    const text = fresh.outerHTML;
    const focused = document.activeElement;
    if (present && (texts.get(present) === text || (focused?.matches('input') && present.contains(focused)))) {
      return present;
    }
    const item = document.adoptNode(fresh);
    texts.set(item, text);
    if (!present) return item;
    copyInput(present, item);
    // Another button may stand in the place of the focused one.
    const nameOf = (one: Element) => one.getAttribute('formaction') ?? one.textContent;
    const name = focused && present.contains(focused) ? nameOf(focused) : undefined;
    present.replaceWith(item);
    [...item.querySelectorAll<HTMLElement>('button, summary, a')].find((one) => nameOf(one) === name)?.focus();
    return item;
  }

  function updateList(list: Element, fresh: Element) {
    const present = new Map(itemsOf(list).map((item) => [item.dataset['key'], item]));
    let after: Element | null = null;
    for (const item of itemsOf(fresh).reverse()) {
      const key = item.dataset['key'];
      const placed = choose(present.get(key), item);
      present.delete(key);
      if (placed.parentElement !== list || placed.nextElementSibling !== after) list.insertBefore(placed, after);
      after = placed;
    }
    present.forEach((item) => item.remove());
  }

  async function refresh(request: Promise<Response>) {
    const mine = (latest += 1);
    const lost = document.getElementById('lost');
    try {
      const response = await request;
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      if (mine !== latest) return; // a newer request was started meanwhile
      if (lost) lost.hidden = response.ok;
      for (const list of document.querySelectorAll<HTMLElement>('[data-list]')) {
        const fresh = page.querySelector(`[data-list="${list.dataset['list']}"]`);
        if (fresh) updateList(list, fresh);
      }
    } catch {
      if (lost) lost.hidden = false;
    }
  }

  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    const button = event.submitter;
    const body = new URLSearchParams();
    new FormData(form, button).forEach((value, name) => typeof value === 'string' && body.append(name, value));
    form.reset();
    // A card with a focused input is not replaced, so the input loses its focus here.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
    const action = button?.getAttribute('formaction') ?? form.action;
    void refresh(fetch(action, { method: 'POST', body }));
  });

  // An item that has not changed stays: it may be the target of the address.
  for (const list of document.querySelectorAll('[data-list]'))
    for (const item of itemsOf(list)) texts.set(item, item.outerHTML);
  setInterval(() => {
    if (document.visibilityState === 'visible') void refresh(fetch('/'));
  }, RELOAD_EVERY_MS);
}

/** The source of the script. */
export const panelScript = `(${panel.toString()})();\n`;
