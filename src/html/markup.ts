const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // The HTML parser turns a carriage return into a line feed, but a copied text must not change.
  '\r': '&#13;',
};

/** HTML that is safe to insert into a page, because `markup` created it. */
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

/** Creates HTML. Every value is escaped as text, also inside quotes, unless `markup` created it. */
export const markup = (parts: TemplateStringsArray, ...holes: readonly Hole[]): Markup =>
  new Markup(String.raw({ raw: parts }, ...holes.map(textOf)));
