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

/**
 * Content that an element does not show. A slot is one of its children. The other ones are probably the rest of a page,
 * because an end tag is missing.
 */
export const MISPLACED = ':scope * [slot],script,main,footer';

/** Whether the value of a property is checked. */
export const isChecked = (property: PropertyKey): boolean => property in ALLOWED;

/** The value as text: frameworks can set a property to something else. */
const valueOf = (host: Element, property: string) =>
  String((host as unknown as Record<string, string | undefined>)[property] ?? '');

/** The URL of an element's property; `undefined` when it has none, or one with another scheme. */
export function urlOf(host: Element, property: 'contact' | 'home' | 'pageUrl'): string | undefined {
  const text = valueOf(host, property);
  const url = text && URL.canParse(text, document.baseURI) ? new URL(text, document.baseURI) : undefined;
  return url && ALLOWED[property]!.includes(url.protocol) ? url.href : undefined;
}

/** The values of an element that their property does not allow. */
export function unknownValues(host: Element) {
  return Object.entries(ALLOWED).flatMap(([property, allowed]) => {
    const value = valueOf(host, property);
    const isKnown = allowed[0]!.endsWith(':')
      ? !value || urlOf(host, property as 'contact')
      : value.split(/\s+/).every((each) => !each || allowed.includes(each));
    return isKnown ? [] : [{ property, value, allowed }];
  });
}
