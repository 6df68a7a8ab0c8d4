/** @throws TypeError when the options are no object, or have a name that does not exist */
export function checkRenderOptions(name: string, options: unknown, known: readonly string[]): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`${name}: the second argument is an object with ${known.join(', ')}`);
  const unknown = Object.keys(options).find((each) => !known.includes(each));
  if (unknown !== undefined) throw new TypeError(`${name}: ${unknown}: no such option; use ${known.join(', ')}`);
}
