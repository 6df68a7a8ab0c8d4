import { fixture, html } from '@open-wc/testing';
import type { PayElement } from '../../src/elements/pay-element.ts';
import '../../src/elements/define.ts';

export * from '../support/payments.ts';

export type Tag = 'pay-crypto' | 'pay-wallet' | 'pay-localcode';

/** Resolves when the card has taken the place of the skeleton. */
export async function opened<T extends PayElement>(tag: T): Promise<T> {
  while (!tag.shadowRoot?.querySelector('[role="status"]')) await new Promise((done) => requestAnimationFrame(done));
  await tag.updateComplete;
  return tag;
}

/** A tag on the page, with its card. */
export async function show(name: Tag, payment: unknown, attributes: Record<string, string> = {}): Promise<PayElement> {
  const tag = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) tag.setAttribute(key, value);
  if (payment !== undefined) tag.payment = payment;
  await fixture(html`${tag}`);
  return opened(tag);
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
