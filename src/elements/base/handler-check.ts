import { warnOnce } from './warn-once.ts';

/**
 * Warns of `onPaid` where a component has `onPayPaid`, and of `onPayPayed`: no event has that name, so nothing would call it.
 *
 * @param component - The name of the component.
 * @param given - The names of what it was given.
 * @param known - Its handlers.
 * @param spell - Returns how a page writes a handler.
 */
export function checkHandlers(
  component: string,
  given: readonly string[],
  known: readonly string[],
  spell = (handler: string) => handler,
): void {
  for (const name of given.filter((each) => !known.includes(each))) {
    // Vue makes onOnPayPaid of @onPayPaid.
    const folded = name.toLowerCase().replace(/^(on)+(pay)?/, 'onpay');
    const meant = known.find((each) => each.toLowerCase() === folded);
    if (!meant && !/^(on)+pay/i.test(name)) continue;
    const advice = meant ? `Did you mean ${spell(meant)}?` : `Use one of: ${known.map(spell).join(', ')}`;
    warnOnce({ localName: component }, `nothing calls ${spell(name)}. ${advice}`);
  }
}
