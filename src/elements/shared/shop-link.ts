/** What a link of the shop may lead to. */
const ALLOWED = { contact: /^(mailto|tel|https):/, home: /^https?:/ } as const;

/** The developer is told once of each. */
const refused = new Set<string>();

/** Where the attribute `contact` or `home` of a tag leads. Nothing without it, or where it is no such address. */
export function shopLink(host: HTMLElement, name: keyof typeof ALLOWED): string | undefined {
  const text = (host as { contact?: string; home?: string })[name];
  if (!text) return undefined;
  const url = URL.canParse(text, document.baseURI) ? new URL(text, document.baseURI).href : '';
  if (ALLOWED[name].test(url)) return url;
  const kinds = name === 'home' ? 'a web address' : 'a mailto:, tel: or https: address';
  const warning = `${host.localName}: ${name}="${text}" is not ${kinds}`;
  if (!refused.has(warning)) console.warn(warning);
  refused.add(warning);
  return undefined;
}
