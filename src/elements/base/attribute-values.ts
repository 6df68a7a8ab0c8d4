/** What attributes may be, by their property: one of some words, or an address with one of some schemes. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  layout: ['auto', 'stack', 'row'],
  qr: ['uri', 'address', 'image', 'none'],
  create: ['auto', 'click'],
  payNotify: ['none'],
  contact: ['mailto:', 'tel:', 'https:'],
  home: ['http:', 'https:'],
  pageUrl: ['http:', 'https:'],
};

/** The slots of all elements. */
export const SLOTS: readonly string[] = ['header', 'footer', 'paid', 'help', 'retry', 'code', 'sent'];

/** Whether the value of a property is checked. */
export const isChecked = (property: PropertyKey): boolean => property in ALLOWED;

const valueOf = (host: Element, property: string) => (host as unknown as Record<string, unknown>)[property];

/** The URL of an element's property; `undefined` when it has none, or one with another scheme. */
export function urlOf(host: Element, property: 'contact' | 'home' | 'pageUrl'): string | undefined {
  const text = valueOf(host, property) as string;
  const url = text && URL.canParse(text, document.baseURI) ? new URL(text, document.baseURI) : undefined;
  return url && ALLOWED[property]!.includes(url.protocol) ? url.href : undefined;
}

/** The values of an element that their property does not allow. */
export function unknownValues(host: Element) {
  return Object.entries(ALLOWED).flatMap(([property, allowed]) => {
    const value = valueOf(host, property);
    if (typeof value !== 'string') return [];
    const isKnown = allowed[0]!.endsWith(':')
      ? !value || urlOf(host, property as 'contact')
      : value.split(/\s+/).every((each) => !each || allowed.includes(each));
    return isKnown ? [] : [{ property, value, allowed }];
  });
}
