import { expect, waitFor } from 'storybook/test';
import { nearestLang } from '../../src/elements/base/nearest-lang.ts';
import type { PayElement } from '../../src/elements/base/pay-element.ts';
import { messagesFor } from '../../src/i18n/lookup.ts';
import type { MessageKey } from '../../src/i18n/messages.ts';

/** What a play function gets. */
export interface Played {
  readonly canvasElement: HTMLElement;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A plain way through open shadow roots, one selector a root: `look(canvas, 'pay-crypto', '[part~=status]')`. */
export function look<T extends Element = HTMLElement>(root: ParentNode, ...path: readonly string[]): T {
  let at: ParentNode | null = root;
  let found: Element | null = null;
  for (const selector of path) {
    found = at?.querySelector(selector) ?? null;
    at = found?.shadowRoot ?? found;
  }
  if (!found) throw new Error(`not there: ${path.join(' > ')}`);
  return found as T;
}

/** The tags that show a payment. */
const TAGS = 'pay-crypto, pay-wallet, pay-localcode';

/** The tag of a story. */
export const tagIn = (canvas: ParentNode): PayElement => look<PayElement>(canvas, `pay-checkout, ${TAGS}`);

/** A part inside the tag. */
export const part = <T extends Element = HTMLElement>(tag: Element, name: string): T =>
  look<T>(tag.shadowRoot!, `[part~="${name}"]`);

/** Whether a tag has a part now. */
export const hasPart = (tag: Element, name: string): boolean => !!tag.shadowRoot?.querySelector(`[part~="${name}"]`);

/** The text of an element in one line. */
export const textOf = (node: Element): string => (node.textContent ?? '').replace(/\s+/g, ' ').trim();

/** A text in the language of the tag. */
export const messageOf = (tag: Element, key: MessageKey): string => messagesFor(nearestLang(tag))[key];

/** What the tag says aloud. A checkout says all of the payment in it. */
export const announcement = (tag: Element): string =>
  textOf(look(tag.shadowRoot!, '[role=status]:not(pay-evm-wallets *)'));

/** How long anything in a story may take. Milliseconds. */
const PATIENCE_MS = 4_000;

/** Waits until an assertion holds. */
export const soon = <T>(holds: () => T | Promise<T>): Promise<T> =>
  waitFor(holds, { timeout: PATIENCE_MS, interval: 20 });

/** Waits for the card and the words on it. */
export async function opened(canvas: ParentNode): Promise<PayElement> {
  return soon(() => {
    const tag = tagIn(canvas);
    void expect(announcement(tag).length).toBeGreaterThan(3);
    return tag;
  });
}
