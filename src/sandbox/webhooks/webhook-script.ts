import { ControlError } from '../actions/control-error.ts';
import { states } from '../contract/status-words.ts';
import type { State } from '../contract/status-words.ts';

/**
 * What happens to webhooks on their way. All of it can be left out; times are ms of the sandbox's clock.
 *
 * A payment has a script of its own (`meta.sandbox`, or the control call of its webhooks), and all have one
 * together. What the payment's says takes the place of what the common one says, field by field.
 */
export interface WebhookScript {
  /** Each is first sent so much later. Those behind it wait. */
  readonly delayMs?: number;
  /** How many of the next webhooks are recorded but not sent; or the states whose webhooks are not sent. */
  readonly drop?: number | readonly State[];
  /** Each is sent so many times more. */
  readonly duplicate?: number;
  /** So many are gathered and then sent with the youngest first; a final state, or a minute, ends the gathering. */
  readonly reorder?: number;
  /** The second half of each body is held back so long. */
  readonly slowMs?: number;
  /** Pauses before each new attempt, instead of the profile's. None: one attempt and no more. */
  readonly retriesMs?: readonly number[];
}

/** The fields of a call, all as text; a list has commas. */
type Texts = Readonly<Record<string, string>>;

/** No script needs to wait for longer: a year. */
const MOST_MS = 366 * 24 * 60 * 60 * 1000;
/** More of one webhook would only fill the log. */
const MOST_COPIES = 100;

const NAMES: readonly (keyof WebhookScript)[] = ['delayMs', 'drop', 'duplicate', 'reorder', 'slowMs', 'retriesMs'];

/** Reads a script from the fields of a call. An empty field was not filled in. @throws {ControlError} that names the field */
export function readScript(fields: Texts): WebhookScript {
  const unknown = Object.keys(fields).find((name) => !NAMES.some((one) => one === name));
  if (unknown !== undefined) throw new ControlError('bad_request', `is none of ${NAMES.join(', ')}`, unknown);
  const given = (name: keyof WebhookScript) => fields[name]?.trim() ?? '';
  const whole = (name: keyof WebhookScript, most: number) =>
    given(name) === '' ? {} : { [name]: wholeNumber(name, given(name), most) };
  return {
    ...whole('delayMs', MOST_MS),
    ...(given('drop') === '' ? {} : { drop: dropOf(given('drop')) }),
    ...whole('duplicate', MOST_COPIES),
    ...whole('reorder', MOST_COPIES),
    ...whole('slowMs', MOST_MS),
    ...(given('retriesMs') === '' ? {} : { retriesMs: retriesOf(given('retriesMs')) }),
  };
}

/** A whole number from 0 to `most`. @throws {ControlError} that names the field */
export function wholeNumber(name: string, text: string, most: number): number {
  if (!/^\d{1,12}$/.test(text) || Number(text) > most) {
    throw new ControlError('bad_request', `must be a whole number from 0 to ${most}`, name);
  }
  return Number(text);
}

function dropOf(text: string): number | State[] {
  if (/^\d/.test(text)) return wholeNumber('drop', text, MOST_COPIES);
  return text.split(',').map((word) => {
    const state = states.find((one) => one === word.trim().toUpperCase());
    if (!state)
      throw new ControlError('bad_request', `must be a number, or states out of ${states.join(', ')}`, 'drop');
    return state;
  });
}

/** 'none' is the empty list: an empty field was not filled in. */
function retriesOf(text: string): number[] {
  return text === 'none' ? [] : text.split(',').map((ms) => wholeNumber('retriesMs', ms.trim(), MOST_MS));
}
