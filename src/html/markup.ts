const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // The parser makes a line feed of it, and what is copied must be what was said.
  '\r': '&#13;',
};

/** Markup that is safe to be put into a page: it came from `markup`. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Hole = Markup | readonly Markup[] | string | number | false | undefined;

const textOf = (hole: Hole): string => {
  if (hole === undefined || hole === false) return '';
  if (hole instanceof Markup) return hole.text;
  if (typeof hole === 'object') return hole.map(({ text }) => text).join('');
  return String(hole).replace(/[&<>"'\r]/g, (letter) => ESCAPES[letter]!);
};

/** HTML in which every hole is text, also inside quotes, but for markup that was made here. */
export const markup = (parts: TemplateStringsArray, ...holes: readonly Hole[]): Markup =>
  new Markup(String.raw({ raw: parts }, ...holes.map(textOf)));
