import { MISPLACED, SLOTS, unknownValues } from './attribute-values.ts';
import { warnOnce } from './warn-once.ts';

/** Letters only: a framework may write `statusUrl`, which HTML turns into `statusurl`. */
const lettersOf = (name: string) => name.replace(/[-_:.]/g, '');

/** Whether a name is a known one with one letter missing, added or changed, or two letters swapped. */
function isTypo(name: string, known: string): boolean {
  const shorter = Math.min(name.length, known.length);
  let start = 0;
  while (start < shorter && name[start] === known[start]) start++;
  let end = 0;
  while (end < shorter - start && name.at(-1 - end) === known.at(-1 - end)) end++;
  const [a, b] = [name, known].map((each) => each.slice(start, each.length - end)) as [string, string];
  return (a.length <= 1 && b.length <= 1) || (a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0]);
}

/** Where the price of an order comes from. */
const ORDER = 'order() of the backend';

/** Names that no element has, with what to use instead. */
const WRONG: Readonly<Record<string, string>> = {
  locale: 'lang',
  language: 'lang',
  theme: 'color-scheme in CSS',
  href: 'src',
  url: 'src',
  order: 'src',
  'order-id': 'src',
  method: ORDER,
  coin: ORDER,
  'success-url': 'home',
  'return-url': 'home',
  amount: ORDER,
  currency: ORDER,
};

/** Attributes that only some elements have. */
const OF_OTHERS: Readonly<Record<string, string>> = {
  create: 'pay-checkout',
  qr: 'pay-crypto, pay-localcode and pay-checkout',
};

/** What was probably meant by the name of an attribute. An element has the attributes of the platform's events. */
function meantBy(name: string, host: Element, known: readonly string[]): string | undefined {
  if (/^on[a-z-]+$/.test(name)) return name in host ? undefined : "addEventListener('pay-paid', …)";
  return WRONG[name] ?? known.find((each) => each.length > 2 && isTypo(lettersOf(name), lettersOf(each)));
}

/** Warns of an attribute whose name is nearly that of one of the element, or is known to be wrong. */
function checkNames(host: Element, known: readonly string[]): void {
  for (const name of host.getAttributeNames()) {
    if (known.includes(name)) continue;
    const meant = meantBy(name, host, known);
    if (meant) warnOnce(host, `unknown attribute ${name}. Did you mean ${meant}?`);
    if (OF_OTHERS[name]) warnOnce(host, `${name} has no effect: it is an attribute of ${OF_OTHERS[name]}`);
  }
}

/** Warns of a value that an attribute does not have, and of an address with another scheme. They have no effect. */
function checkValues(host: Element): void {
  for (const { property, value, allowed } of unknownValues(host)) {
    const attribute = property.replace(/[A-Z]/, '-$&').toLowerCase();
    warnOnce(host, `${attribute}="${value}" has no effect. Use one of: ${allowed.join(', ')}`);
  }
}

/** Warns of content that is not shown: for a slot that no element has, or in the wrong place. */
function checkContent(host: Element): void {
  for (const { slot } of host.children) {
    if (slot === '' || SLOTS.includes(slot)) continue;
    const meant = SLOTS.find((each) => isTypo(slot, each));
    warnOnce(host, `unknown slot ${slot}. ${meant ? `Did you mean ${meant}?` : `Use one of: ${SLOTS.join(', ')}`}`);
  }
  const misplaced = host.querySelector(MISPLACED);
  if (!misplaced) return;
  const { localName, slot } = misplaced;
  warnOnce(
    host,
    slot
      ? `slot="${slot}" has no effect on <${localName}>: only a child of the element can have one`
      : `<${localName}> inside it is not shown. Is </${host.localName}> missing? In HTML, /> does not close a tag`,
  );
}

/** The tags of this package. */
const TAGS = ['pay-crypto', 'pay-wallet', 'pay-localcode', 'pay-checkout'];

/** The time in which a page may still load the module of a tag. Milliseconds. */
const LOADING_MS = 5_000;

/** Warns of tags that nothing defines, and that are those of this package or nearly so. They show nothing. */
export function checkTags(): void {
  setTimeout(() => {
    for (const element of document.querySelectorAll(':not(:defined)')) {
      const { localName } = element;
      const meant = TAGS.find((tag) => isTypo(localName, tag));
      if (meant === localName) warnOnce(element, `no module defines it. Load pay-elements/define/${meant}`);
      else if (meant) warnOnce(element, `unknown tag. Did you mean ${meant}?`);
    }
  }, LOADING_MS);
}

/**
 * Tells the developer of a page, once, what an element does not understand. It is loaded only for an element with
 * something unusual.
 *
 * @param known - The names of the element's attributes.
 * @param isEmpty - Nothing was given to show.
 * @param languages - The languages that there are, when that of `lang` is none of them.
 */
export function checkAttributes(
  host: HTMLElement,
  known: readonly string[],
  isEmpty: boolean,
  languages: readonly string[] | undefined,
): void {
  const isCheckout = host.localName === 'pay-checkout';
  if (isEmpty) warnOnce(host, `there is nothing to show: set ${isCheckout ? 'src' : 'src or payment'}`);
  checkNames(host, known);
  checkValues(host);
  checkContent(host);
  if (languages)
    warnOnce(host, `lang="${host.lang}" has no translation, the text is English. Use one of: ${languages.join(', ')}`);
}
