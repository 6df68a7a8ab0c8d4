import { adoptStyles, supportsAdoptingStyleSheets, type CSSResult } from 'lit';

export function addStyles(root: ShadowRoot, styles: readonly CSSResult[]): void {
  if (!supportsAdoptingStyleSheets) return adoptStyles(root, [...styles]);
  const sheets = styles.map(({ styleSheet }) => styleSheet!);
  root.adoptedStyleSheets.push(...sheets.filter((sheet) => !root.adoptedStyleSheets.includes(sheet)));
}
