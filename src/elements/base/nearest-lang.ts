import { intlLocale } from '../../i18n/match-locale.ts';

/** Ignores the values `undefined` and `null`, which templates write when they have no language. */
const GIVEN = '[lang]:not([lang=undefined],[lang=null])';

/** Returns the nearest `lang`, also outside of shadow roots; else the browser's language. A BCP 47 language tag. */
export function nearestLang(from: Element): string {
  for (let at: Element | null | undefined = from; at;) {
    const found: Element | null = at.closest(GIVEN);
    if (found) return intlLocale(found.getAttribute('lang') || navigator.language);
    const root: Node = at.getRootNode();
    at = root instanceof ShadowRoot ? root.host : undefined;
  }
  return intlLocale(navigator.language);
}
