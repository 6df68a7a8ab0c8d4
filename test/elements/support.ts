import { fixture, html } from '@open-wc/testing';
import type { PayElement } from '../../src/elements/base/pay-element.ts';
import { fiatText } from '../../src/i18n/format-money.ts';
import { crypto } from '../support/payments.ts';
import '../../src/elements/define.ts';

// As on a page that was open for a moment. What happens before is in `first-paint.test.ts`.
fiatText('1', 'USD', 'en');

export * from '../support/payments.ts';

/** Whether this engine can be told that it prints, or what its user likes: by DevTools, in Chromium alone. */
export const emulates = navigator.userAgent.includes('Chrome/');

export type Tag = 'pay-crypto' | 'pay-wallet' | 'pay-localcode';

/** Resolves when the card has taken the place of the skeleton. */
export async function opened<T extends PayElement>(tag: T): Promise<T> {
  while (!tag.shadowRoot?.querySelector('[role="status"]')) await new Promise((done) => requestAnimationFrame(done));
  await tag.updateComplete;
  return tag;
}

/** A tag on the page, with its card. */
export async function show<T extends Tag>(
  name: T,
  payment: unknown,
  attributes: Record<string, string> = {},
): Promise<HTMLElementTagNameMap[T]> {
  const tag = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) tag.setAttribute(key, value);
  if (payment !== undefined) tag.payment = payment;
  await fixture(html`${tag}`);
  await opened<PayElement>(tag);
  return tag;
}

/** One part of a tag, and all of the card's text as a reader of the page gets it. */
export const part = <T extends Element = HTMLElement>(tag: Element, name: string): T | null =>
  tag.shadowRoot!.querySelector<T>(`[part~="${name}"]`);

export const text = (node: Element | null | undefined): string => (node?.textContent ?? '').replace(/\s+/g, ' ').trim();

export const shown = (tag: Element): string => text(tag.shadowRoot!.querySelector('.card'));

/** Waits for something to become true, frame by frame; the runner's own limit ends it. */
export async function until<T>(look: () => T): Promise<NonNullable<T>> {
  for (;;) {
    const seen = look();
    if (seen) return seen;
    await new Promise((done) => requestAnimationFrame(done));
  }
}

/** The next event of a kind. */
export const next = <K extends keyof HTMLElementEventMap>(
  target: EventTarget,
  type: K,
): Promise<HTMLElementEventMap[K]> =>
  new Promise((done) =>
    target.addEventListener(type, (event) => done(event as HTMLElementEventMap[K]), { once: true }),
  );

/** The shop's backend: answers by path, and remembers what it was asked. */
export function shop(answers: Record<string, () => Response | Promise<Response>>) {
  const requests: string[] = [];
  const real = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const { pathname, search } = new URL(input as string, location.href);
    const answer = answers[pathname];
    if (!answer) return real(input, init);
    requests.push(pathname + search);
    return answer();
  };
  return { requests, close: () => void (window.fetch = real) };
}

/** An answer of the shop. */
export const json =
  (body: unknown, status = 200) =>
  () =>
    new Response(JSON.stringify(body), { status });

/** Renders `pay-checkout` for an order with one payment. Returns the tag of that payment. `close` ends its backend. */
export async function showInCheckout(attributes: Record<string, string>) {
  const amounts = { amount: '48.20', currency: 'USD' };
  const order = { order: '1', ...amounts, methods: [{ method: 'wallet' }], payments: [crypto()] };
  const { close } = shop({ '/pay/orders/1': json(order) });
  const checkout = document.createElement('pay-checkout');
  for (const [key, value] of Object.entries({ src: '/pay/orders/1', ...attributes })) checkout.setAttribute(key, value);
  await fixture(html`${checkout}`);
  const tag = await until(() => checkout.shadowRoot!.querySelector('pay-crypto'));
  return { tag, close };
}

/** Keeps what the tags tell the developer, until `close`. */
export function consoleErrors() {
  const real = console.error;
  const messages: string[] = [];
  console.error = (...args) => void messages.push(String(args[0]));
  return { messages, close: () => void (console.error = real) };
}

/** A clipboard in the place of the browser's, which asks people for permission; `undefined` for none. */
export function clipboard(write: ((text: string) => Promise<void>) | undefined): () => void {
  const own = Object.getOwnPropertyDescriptor(navigator, 'clipboard');
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: write && { writeText: write } });
  return () => {
    if (own) Object.defineProperty(navigator, 'clipboard', own);
    else delete (navigator as { clipboard?: unknown }).clipboard;
  };
}

/** Frames that say that they print, in the place of a dialog that waits for a person, until `close`. */
export function noPaper() {
  const printed: Window[] = [];
  const own = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow')!;
  Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
    ...own,
    get(this: HTMLIFrameElement) {
      const page = own.get!.call(this) as Window | null;
      if (page) page.print = () => void printed.push(page);
      return page;
    },
  });
  return { printed, close: () => void Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', own) };
}
