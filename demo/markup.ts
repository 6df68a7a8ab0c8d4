const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string) => text.replace(/[&<>"']/g, (letter) => ESCAPES[letter]!);

/** Markup that can be added to a page safely. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Hole = Markup | readonly Markup[] | string | number;

/** Creates HTML. All values are escaped except markup from this module. */
export function html(parts: TemplateStringsArray, ...holes: readonly Hole[]): Markup {
  const fill = (hole: Hole): string =>
    hole instanceof Markup ? hole.text : typeof hole === 'object' ? hole.map(fill).join('') : escape(String(hole));
  return new Markup(String.raw({ raw: parts }, ...holes.map(fill)));
}
