/** The schemes that a link of the shop may have. */
const ALLOWED = { contact: /^(mailto|tel|https):/, home: /^https?:/ } as const;

/** The warnings that were logged: each one is logged once. */
const refused = new Set<string>();

/**
 * Returns the URL of an element's attribute `contact` or `home`; `undefined` when it is missing or has another scheme.
 */
export function shopLink(
  host: HTMLElement & Readonly<Record<keyof typeof ALLOWED, string>>,
  name: keyof typeof ALLOWED,
): string | undefined {
  const text = host[name];
  if (!text) return undefined;
  const url = URL.canParse(text, document.baseURI) ? new URL(text, document.baseURI).href : '';
  if (ALLOWED[name].test(url)) return url;
  const kinds = name === 'home' ? 'a web address' : 'a mailto:, tel: or https: address';
  const warning = `${host.localName}: ${name}="${text}" is not ${kinds}`;
  if (!refused.has(warning)) console.warn(warning);
  refused.add(warning);
  return undefined;
}
