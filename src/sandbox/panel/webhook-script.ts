/**
 * The script of the panel's page: it loads the page again each second and after each action, and replaces the parts
 * that have changed. It is served as the source of this function, so it must not use anything outside of it.
 */
function panel(): void {
  const RELOAD_EVERY_MS = 1_000;
  /** The HTML of each item when it was inserted, to detect changed items. */
  const texts = new WeakMap<Element, string>();
  let latest = 0;
  /** The input whose form was sent. Nobody types in it, although it has the focus. */
  let sent: Element | null = null;

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
    const isTyping = focused?.matches('input') && focused !== sent && present?.contains(focused);
    if (present && (texts.get(present) === text || isTyping)) return present;
    const item = document.adoptNode(fresh);
    texts.set(item, text);
    if (!present) return item;
    copyInput(present, item);
    present.replaceWith(item);
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

  /** What a control does, by which it is found in a new item. The text of a summary changes. */
  function nameOf(control: Element, item: Element): string {
    if (control.matches('summary')) return `summary ${[...item.querySelectorAll('summary')].indexOf(control)}`;
    const action = control.getAttribute('formaction');
    if (action !== null) return action;
    const form = control.closest('form')?.getAttribute('action');
    const name = control.getAttribute('name') ?? control.textContent;
    return [form, name, control.getAttribute('value')].join(' ');
  }

  /**
   * Updates the lists and keeps the focus at its control. When that is gone, its item gets the focus, or the list. Another
   * button does not: a repeated Enter would press it.
   */
  function keepFocus(update: () => void) {
    const focused = document.activeElement;
    const list = focused?.closest<HTMLElement>('[data-list]');
    const item = list && itemsOf(list).find((one) => one.contains(focused));
    const name = focused && item && nameOf(focused, item);
    update();
    if (!list || document.activeElement === focused) return;
    const place = itemsOf(list).find((one) => one.dataset['key'] === item?.dataset['key']) ?? list;
    const controls = [...place.querySelectorAll<HTMLElement>('button, summary, a, input')];
    const target = controls.find((control) => nameOf(control, place) === name) ?? place;
    if (target === place) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }

  function updateLists(page: Document) {
    for (const list of document.querySelectorAll<HTMLElement>('[data-list]')) {
      const fresh = page.querySelector(`[data-list="${list.dataset['list']}"]`);
      if (fresh) updateList(list, fresh);
    }
  }

  async function refresh(request: Promise<Response>) {
    const mine = (latest += 1);
    const lost = document.getElementById('lost');
    try {
      const response = await request;
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      if (mine !== latest) return; // a newer request was started meanwhile
      if (lost) lost.hidden = response.ok;
      keepFocus(() => updateLists(page));
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
    sent = document.activeElement;
    const action = button?.getAttribute('formaction') ?? form.action;
    void refresh(fetch(action, { method: 'POST', body }));
  });

  document.addEventListener('input', () => (sent = null));

  // An item that has not changed stays: it may be the target of the address.
  for (const list of document.querySelectorAll('[data-list]'))
    for (const item of itemsOf(list)) texts.set(item, item.outerHTML);
  setInterval(() => {
    if (document.visibilityState === 'visible') void refresh(fetch('/'));
  }, RELOAD_EVERY_MS);
}

/** The source of the script. */
export const panelScript = `(${panel.toString()})();\n`;
