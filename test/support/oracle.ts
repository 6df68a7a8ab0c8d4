import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

interface Operation {
  readonly responses: Readonly<Record<string, unknown>>;
  readonly requestBody?: unknown;
}

interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<'schemas' | 'responses', Readonly<Record<string, object>>>>;
}

/** The contract as a machine reads it. */
export const openapi = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as OpenApi;

// The document has keywords of OpenAPI beside those of JSON Schema, and texts where a schema says 'string'.
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema(openapi, 'openapi');

const compiled = new Map<string, ValidateFunction>();

/** Throws unless the value is what the schema at a place of the document asks for. The place is a JSON pointer's parts. */
export function validateAt(place: readonly string[], value: unknown): void {
  const pointer = place.map((part) => `/${encodeURIComponent(part.replace(/~/g, '~0').replace(/\//g, '~1'))}`).join('');
  const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` });
  compiled.set(pointer, validate);
  if (validate(value)) return;
  const faults = (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message ?? ''}`);
  throw new Error(`${place.join(' > ')}: ${faults.join('; ')}`);
}

/**
 * Throws unless an answer is one that the document allows, and names the path of the fault.
 *
 * @param path - the request's, with or without its query
 * @param body - the answer's, as text or as what was read from it
 */
export function validateAnswer(method: string, path: string, status: number, body: unknown): void {
  const [name = ''] = path.split('?');
  const operation = openapi.paths[name]?.[method.toLowerCase()];
  if (!operation) throw new Error(`the document has no ${method} ${name}`);
  const code = [String(status), `${Math.floor(status / 100)}XX`, 'default'].find((one) => one in operation.responses);
  if (code === undefined || (status >= 200 && status < 300 && code === 'default')) {
    throw new Error(`${method} ${name}: the document has no answer ${status}`);
  }
  const value: unknown = typeof body === 'string' ? JSON.parse(body) : body;
  const response = operation.responses[code];
  const shared = typeof response === 'object' && response !== null && '$ref' in response ? String(response.$ref) : '';
  const place = shared ? shared.split('/').slice(1) : ['paths', name, method.toLowerCase(), 'responses', code];
  validateAt([...place, 'content', 'application/json', 'schema'], value);
}
