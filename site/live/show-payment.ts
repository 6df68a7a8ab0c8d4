import type { Phase } from '../../src/core/payments/phases.ts';
import { examplePayment, type PaymentTag } from './payments.ts';

/**
 * Puts a new tag with the payment in this phase in the place of another one: a tag that has shown a payment lets it move forward
 * only.
 */
export function showPayment(tag: HTMLElement, phase: Phase, lang = tag.lang): HTMLElement {
  const next = document.createElement(tag.localName);
  if (lang) next.lang = lang;
  next.setAttribute('payment', JSON.stringify(examplePayment(tag.localName as PaymentTag, phase)));
  tag.replaceWith(next);
  return next;
}
