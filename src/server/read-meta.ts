import { isRecord } from '../core/json.ts';
import { refuse, type Result } from '../core/result.ts';

/** Validates the shop's free-form object, which is sent as JSON. Undefined and null are no object. */
export function readMeta(meta: unknown): Result<{ readonly meta: Readonly<Record<string, unknown>> | undefined }> {
  if (meta === undefined || meta === null) return { ok: true, meta: undefined };
  if (!isRecord(meta)) return refuse('meta', 'not an object');
  const lost = lostInJson(meta);
  if (lost !== undefined) return refuse(lost === '' ? 'meta' : `meta.${lost}`, 'cannot be written as JSON');
  return { ok: true, meta };
}

/**
 * Finds what JSON cannot carry: NaN is written as null, a function is left out, and a big integer or a cycle throws.
 *
 * @returns the name of such a field, empty when it is not known; undefined when there is none
 */
function lostInJson(data: unknown): string | undefined {
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
