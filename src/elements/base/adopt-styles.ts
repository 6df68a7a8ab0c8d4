import { adoptStyles, supportsAdoptingStyleSheets, type CSSResult } from 'lit';

/** Adds styles to those of a shadow root. */
export function addStyles(root: ShadowRoot, styles: readonly CSSResult[]): void {
  if (!supportsAdoptingStyleSheets) return adoptStyles(root, [...styles]);
  const sheets = styles.map(({ styleSheet }) => styleSheet!);
  root.adoptedStyleSheets.push(...sheets.filter((sheet) => !root.adoptedStyleSheets.includes(sheet)));
}
