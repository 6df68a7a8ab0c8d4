const TEXT = Symbol('html');

/** HTML from the `html` tag below. All text in it is escaped. */
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

/** Creates HTML. Every value except `Html` is escaped; undefined and false produce no output. */
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

/** Formats an amount for display: one decimal becomes two. */
export function sumText(amount: string): string {
  return /\.\d$/.test(amount) ? `${amount}0` : amount;
}

// The end tag is escaped, because the build moves a template with an end tag to a separate file with a helper function.
// prettier-ignore
const moduleScript = (src: string): Html => html`<script type="module" src="${src}"><\/script>`;

/** Creates a complete page of the sandbox; `scripts` are URLs of modules. */
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
