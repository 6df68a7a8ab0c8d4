import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Exchange } from '../../../../src/sandbox/btcpay/start-btcpay-sandbox.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly $ref?: string;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>> & { parameters?: readonly Parameter[] }>>;
  readonly 'x-webhooks': Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

/** The server's own documents: see README.md beside this file. */
export const document = JSON.parse(readFileSync(new URL('openapi.json', import.meta.url), 'utf8')) as Document;

const ajv = new Ajv({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addFormat('decimal', /^-?\d+(\.\d+)?$/);
ajv.addFormat('integer', { type: 'number', validate: Number.isInteger });
ajv.addFormat('minutes', { type: 'number', validate: Number.isInteger });
ajv.addSchema(document, 'btcpay');

const compiled = new Map<string, ValidateFunction>();

function validateAt(place: readonly string[], value: unknown): void {
  const pointer = place.map((part) => `/${encodeURIComponent(part.replace(/~/g, '~0').replace(/\//g, '~1'))}`).join('');
  const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `btcpay#${pointer}` });
  compiled.set(pointer, validate);
  if (validate(value)) return;
  const faults = (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message ?? ''}`);
  throw new Error(`${place.join(' > ')}: ${faults.join('; ')}`);
}

function operationOf(method: string, pathname: string): { readonly path: string; readonly operation: Operation } {
  for (const [path, item] of Object.entries(document.paths)) {
    const form = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
    const operation = item[method.toLowerCase()];
    if (form.test(pathname) && operation)
      return {
        path,
        operation: { ...operation, parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])] },
      };
  }
  throw new Error(`the document has no ${method} ${pathname}`);
}

/** Throws unless a request is one of the document: its address, each parameter of its query, and its body. */
export function validateRequest({ method, path, body }: Exchange): void {
  const { pathname, searchParams } = new URL(path, 'http://btcpay');
  const { path: template, operation } = operationOf(method, pathname);
  const parameters = (operation.parameters ?? []).map((one) =>
    one.$ref ? document.components.parameters[one.$ref.split('/').at(-1)!]! : one,
  );
  for (const name of searchParams.keys())
    if (!parameters.some((one) => one.in === 'query' && one.name === name))
      throw new Error(`${method} ${template}: no parameter ${name}`);
  if ((body !== undefined) !== (operation.requestBody !== undefined))
    throw new Error(`${method} ${template}: the body`);
  if (body === undefined) return;
  const place = ['paths', template, method.toLowerCase(), 'requestBody', 'content', 'application/json', 'schema'];
  validateAt(place, body);
}

/** Throws unless a response of status 200 is what the document says. */
export function validateResponse({ method, path, status, answer }: Exchange): void {
  if (status !== 200) return;
  const { path: template } = operationOf(method, new URL(path, 'http://btcpay').pathname);
  validateAt(
    ['paths', template, method.toLowerCase(), 'responses', '200', 'content', 'application/json', 'schema'],
    typeof answer === 'string' ? JSON.parse(answer) : answer,
  );
}

/** Events that the server sends, and that its documents do not have. Their common fields are those of all events. */
const UNDOCUMENTED = ['InvoiceRefund', 'InvoicePaidAfterExpiration', 'InvoiceExpiredPaidPartial'];

/** Throws unless the body of a webhook is what the document says of its event. Returns the name of the event. */
export function validateWebhook(body: string): string {
  const { pullPaymentId: _, ...event } = JSON.parse(body) as { type: string; pullPaymentId?: string };
  const name = UNDOCUMENTED.includes(event.type) ? 'InvoiceCreated' : event.type;
  validateAt(['x-webhooks', name, 'post', 'requestBody', 'content', 'application/json', 'schema'], event);
  return event.type;
}
