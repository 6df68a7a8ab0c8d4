/**
 * Finds what JSON cannot carry in the shop's free-form data: NaN is written as null, a function is left out, and a big
 * integer or a cycle throws.
 *
 * @returns the name of such a field, empty when it is not known; undefined when there is none
 */
export function lostInJson(data: unknown): string | undefined {
  let lost: string | undefined;
  try {
    JSON.stringify(data, (name, value: unknown) => {
      if ((typeof value === 'number' && !Number.isFinite(value)) || typeof value === 'function') lost ??= name;
      return value;
    });
  } catch {
    lost ??= '';
  }
  return lost;
}
