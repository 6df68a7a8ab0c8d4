/** A number with its exact digits. `JSON.stringify` would write 1234567890.123456789 as 1234567890.1234567. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    if (!/^(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) throw new TypeError('number: plain decimal text is needed');
    this.text = text;
  }
}

/** Returns the JSON text of an object. Exact numbers at its top level keep every digit. */
export function writeJson(fields: Readonly<Record<string, unknown>>): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const text = value instanceof ExactNumber ? value.text : JSON.stringify(value);
    if (text !== undefined) parts.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${parts.join(',')}}`;
}
