import { warnOnce } from './warn-once.ts';

/**
 * Warns of `onPaid` where a component has `onPayPaid`: no event has that name, so nothing would call it.
 *
 * @param component - The name of the component.
 * @param given - The names of what it was given.
 * @param known - Its handlers.
 */
export function checkHandlers(component: string, given: readonly string[], known: readonly string[]): void {
  for (const name of given) {
    const meant = known.find((each) => each.toLowerCase() === name.toLowerCase().replace(/^on(pay)?/, 'onpay'));
    if (meant && meant !== name) warnOnce({ localName: component }, `nothing calls ${name}. Did you mean ${meant}?`);
  }
}
