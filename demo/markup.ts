const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string) => text.replace(/[&<>"']/g, (letter) => ESCAPES[letter]!);

/** Markup that is safe to be put into a page. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Hole = Markup | readonly Markup[] | string | number;

/** HTML with every hole escaped, but for markup that came from here. */
export function html(parts: TemplateStringsArray, ...holes: readonly Hole[]): Markup {
  const fill = (hole: Hole): string =>
    hole instanceof Markup ? hole.text : typeof hole === 'object' ? hole.map(fill).join('') : escape(String(hole));
  return new Markup(String.raw({ raw: parts }, ...holes.map(fill)));
}
