import { intlLocale } from '../../i18n/match-locale.ts';

/** Templates that have none may write it so: every element has a `lang`, and takes any value for text. */
const GIVEN = '[lang]:not([lang=undefined],[lang=null])';

/** The nearest `lang`, looking out of shadow roots; else the browser's own language. A BCP 47 tag. */
export function nearestLang(from: Element): string {
  for (let at: Element | null | undefined = from; at;) {
    const found: Element | null = at.closest(GIVEN);
    if (found) return intlLocale(found.getAttribute('lang') || navigator.language);
    const root: Node = at.getRootNode();
    at = root instanceof ShadowRoot ? root.host : undefined;
  }
  return intlLocale(navigator.language);
}
