import { textFields } from './control-fields.ts';
import type { CallFields } from './control-fields.ts';
import { ControlError } from './control-error.ts';
import { isObject } from '../exact-json.ts';
import type { Json } from '../exact-json.ts';
import { wholeNumber } from '../webhooks/webhook-script.ts';

/** Actions that can be performed on a payment, by a control call or as a step. */
const actionNames = [
  'pay',
  'under',
  'over',
  'below-minimum',
  'note',
  'code',
  'expire',
  'refund',
  'fail',
  'cancel',
  'webhook',
] as const;

/** One action that is performed on a payment automatically: a control call with its fields. */
export interface Step {
  /** Milliseconds of the sandbox's clock after the previous step, or after the creation. */
  readonly afterMs: number;
  readonly do: (typeof actionNames)[number];
  /** The number of repetitions, one directly after the other. */
  readonly times: number;
  readonly fields: CallFields;
}

/** Limits of the steps of one payment. No test needs more. */
const MOST_STEPS = 100;
const MOST_MS = 366 * 24 * 60 * 60 * 1000;
const MOST_TIMES = 100;

/**
 * Parses `[{ "do": "under" }, { "afterMs": 2000, "do": "webhook", "status": "NEW", "times": 3 }]`. @throws
 * {ControlError} that names the field
 */
export function readSteps(json: Json): Step[] {
  if (!Array.isArray(json) || json.length > MOST_STEPS) {
    throw new ControlError('bad_request', `must be a list of at most ${MOST_STEPS} steps`, 'steps');
  }
  return (json as readonly Json[]).map((step, i) => {
    const name = `steps[${i}]`;
    if (!isObject(step)) throw new ControlError('bad_request', 'must be an object', name);
    const { do: word, afterMs = '0', times = '1', ...fields } = textFields(step);
    const action = actionNames.find((one) => one === word);
    if (!action) throw new ControlError('bad_request', `must be one of ${actionNames.join(', ')}`, `${name}.do`);
    return {
      afterMs: wholeNumber(`${name}.afterMs`, afterMs, MOST_MS),
      do: action,
      times: wholeNumber(`${name}.times`, times, MOST_TIMES),
      fields,
    };
  });
}
