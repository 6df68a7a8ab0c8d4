/** Whether a text is a web address, absolute or relative to the page. */
export function isWebAddress(url: string): boolean {
  const base = 'https://relative.invalid';
  return URL.canParse(url, base) && /^https?:$/.test(new URL(url, base).protocol);
}
