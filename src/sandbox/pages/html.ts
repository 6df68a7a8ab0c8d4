const TEXT = Symbol('html');

/** HTML that was made by `html` below, and so holds no text that was not escaped. */
export interface Html {
  readonly [TEXT]: string;
}

type Value = string | number | Html | undefined | false | readonly Value[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Writes HTML; every value but HTML itself is escaped, and nothing comes of undefined and false. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return { [TEXT]: strings.reduce((text, part, i) => text + written(values[i - 1]) + part) };
}

export function htmlText(value: Html): string {
  return value[TEXT];
}

function written(value: Value): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') {
    return String(value).replace(/[&<>"']/g, (letter) => entities[letter] ?? '');
  }
  return TEXT in value ? value[TEXT] : value.map(written).join('');
}

/** A sum as people write it: one decimal becomes two. */
export function sumText(amount: string): string {
  return /\.\d$/.test(amount) ? `${amount}0` : amount;
}

// The end tag is escaped: the build gives a template that holds it to a helper function, in a file of its own.
// prettier-ignore
const moduleScript = (src: string): Html => html`<script type="module" src="${src}"><\/script>`;

/** A whole page of the sandbox; `scripts` are modules of its own. */
export function page(title: string, body: Html, scripts: readonly string[]): string {
  return htmlText(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>${title}</title>
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href="/sandbox.css" />
          ${scripts.map(moduleScript)}
        </head>
        <body>
          ${body}
        </body>
      </html>`,
  );
}
