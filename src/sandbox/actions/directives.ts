import { textFields } from './control-fields.ts';
import { ControlError } from './control-error.ts';
import { isObject } from '../exact-json.ts';
import type { Json } from '../exact-json.ts';
import { readFault } from '../faults/faults.ts';
import type { ApiFault } from '../faults/faults.ts';
import { refused } from '../contract/refused-error.ts';
import { readScript } from '../webhooks/webhook-script.ts';
import type { WebhookScript } from '../webhooks/webhook-script.ts';
import { readSteps } from './steps.ts';
import type { Step } from './steps.ts';

/** Directives for the sandbox in a creation's `meta.sandbox`. With them a test needs no control call. */
export interface Directives {
  /** The webhook script of this payment. */
  readonly webhooks?: WebhookScript;
  /** The actions that are performed on the payment automatically. */
  readonly steps?: readonly Step[];
  /** The fault of this creation. A repeated request with the same body counts towards `times`. */
  readonly fault?: ApiFault;
}

const NAMES = ['webhooks', 'steps', 'fault'];

/**
 * Reads `meta.sandbox`. A value that is not an object is an ordinary field of the shop.
 *
 * @throws {RefusedError} that names the field, so that a mistake in a script is not ignored
 */
export function readDirectives(meta: { readonly [key: string]: Json }): Directives {
  const sent = Object.hasOwn(meta, 'sandbox') ? meta['sandbox'] : undefined;
  if (!isObject(sent)) return {};
  const unknown = Object.keys(sent).find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw refused(`meta.sandbox.${unknown}`, `is unknown; use ${NAMES.join(', ')}`);
  const { webhooks, steps, fault } = sent;
  return {
    ...(webhooks === undefined ? {} : { webhooks: part('webhooks', () => readScript(fieldsOf(webhooks))) }),
    ...(steps === undefined ? {} : { steps: part('', () => readSteps(steps)) }),
    ...(fault === undefined ? {} : { fault: part('fault', () => readFault(fieldsOf(fault))) }),
  };
}

function fieldsOf(json: Json) {
  if (!isObject(json)) throw new ControlError('bad_request', 'must be an object');
  return textFields(json);
}

/** Reads a part of the directives. Values that a control call would refuse are refused in the creation too. */
function part<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    throw refused(['meta.sandbox', name, error.field].filter(Boolean).join('.'), error.message);
  }
}
