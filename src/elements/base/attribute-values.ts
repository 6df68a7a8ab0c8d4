/** The attributes that have a list of values, by their property. */
const ATTRIBUTES = {
  layout: { attribute: 'layout', allowed: ['auto', 'stack', 'row'] },
  qr: { attribute: 'qr', allowed: ['uri', 'address', 'image', 'none'] },
  create: { attribute: 'create', allowed: ['auto', 'click'] },
  payNotify: { attribute: 'pay-notify', allowed: ['none'] },
} as const;

/** The slots of all elements. */
export const SLOTS: readonly string[] = ['header', 'footer', 'paid', 'help', 'retry', 'code', 'sent'];

/** Whether a property has a list of values. */
export const hasListedValues = (property: PropertyKey): boolean => property in ATTRIBUTES;

/** The values of an element that are not in the list of their attribute. */
export function unknownValues(host: Element) {
  return Object.entries(ATTRIBUTES).flatMap(([property, { attribute, allowed }]) => {
    const value = (host as unknown as Record<string, unknown>)[property];
    if (typeof value !== 'string') return [];
    const isKnown = value.split(/\s+/).every((each) => !each || (allowed as readonly string[]).includes(each));
    return isKnown ? [] : [{ attribute, value, allowed }];
  });
}
