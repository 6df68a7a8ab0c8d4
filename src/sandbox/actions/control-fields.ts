import { ControlError } from './control-error.ts';
import { digitsOf, isObject, readJson } from '../exact-json.ts';
import type { Json } from '../exact-json.ts';

/**
 * The fields of a control call. All values are text, because a form of the panel sends only text. List items are
 * separated by commas.
 */
export type CallFields = Readonly<Record<string, string>>;

/** Parses the body of a control call: an object with texts, numbers, booleans, and lists of texts and numbers. */
export function readControlBody(body: string): CallFields {
  if (body.trim() === '') return {};
  let json: Json;
  try {
    json = readJson(body);
  } catch {
    throw new ControlError('bad_request', 'the body is not JSON');
  }
  if (!isObject(json)) throw new ControlError('bad_request', 'the body must be an object');
  return textFields(json);
}

/** @throws {ControlError} that names the field */
export function textFields(json: { readonly [key: string]: Json }): CallFields {
  const fields: Record<string, string> = {};
  for (const [key, value] of Object.entries(json)) {
    const text = Array.isArray(value) ? listText(value as readonly Json[]) : plainText(value);
    if (text === undefined) throw new ControlError('bad_request', 'must be a text or a number', key);
    fields[key] = text;
  }
  return fields;
}

function plainText(value: Json): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'boolean' ? String(value) : digitsOf(value);
}

/** An empty list becomes 'none', because an empty text means an empty form field. */
function listText(values: readonly Json[]): string | undefined {
  const texts = values.map(plainText);
  if (texts.some((text) => text === undefined)) return undefined;
  return texts.length === 0 ? 'none' : texts.join(',');
}

export function needed(fields: CallFields, name: string): string {
  const value = fields[name];
  if (value === undefined || value === '') throw new ControlError('bad_request', 'is missing', name);
  return value;
}
