const warned = new Set<string>();

/** Tells the developer of the page, once. */
export function warnOnce(host: Pick<Element, 'localName'>, text: string): void {
  const warning = `${host.localName}: ${text}`;
  if (!warned.has(warning)) console.warn(warning);
  warned.add(warning);
}
