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

/** Directives to the sandbox in a creation's `meta.sandbox`, so that a test needs no control call. */
export interface Directives {
  /** What happens to the webhooks of this payment. */
  readonly webhooks?: WebhookScript;
  /** What happens to the payment by itself. */
  readonly steps?: readonly Step[];
  /** What goes wrong with this creation. The same body again, as a client repeats it, counts on `times`. */
  readonly fault?: ApiFault;
}

const NAMES = ['webhooks', 'steps', 'fault'];

/**
 * Reads `meta.sandbox`. Where it is no object, it is a field of the shop's like any other.
 *
 * @throws {RefusedError} that names the field: a script with a slip in it must not pass for one that did nothing
 */
export function readDirectives(meta: { readonly [key: string]: Json }): Directives {
  const sent = Object.hasOwn(meta, 'sandbox') ? meta['sandbox'] : undefined;
  if (!isObject(sent)) return {};
  const unknown = Object.keys(sent).find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw refused(`meta.sandbox.${unknown}`, `is none of ${NAMES.join(', ')}`);
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

/** A part of the directives; what a control call would refuse, the creation refuses. */
function part<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    throw refused(['meta.sandbox', name, error.field].filter(Boolean).join('.'), error.message);
  }
}
