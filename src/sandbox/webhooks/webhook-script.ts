import { ControlError } from '../actions/control-error.ts';
import { states } from '../contract/status-words.ts';
import type { State } from '../contract/status-words.ts';

/**
 * Changes the delivery of webhooks. All fields are optional; times are ms of the sandbox's clock.
 *
 * A payment can have its own script (`meta.sandbox`, or the control call of its webhooks), and there is one common
 * script. A field of the payment's script overrides the same field of the common one.
 */
export interface WebhookScript {
  /** Delays the first attempt of each webhook. Later webhooks of the payment wait. */
  readonly delayMs?: number;
  /** How many of the next webhooks are recorded but not sent; or the states whose webhooks are not sent. */
  readonly drop?: number | readonly State[];
  /** The number of further copies of each webhook. */
  readonly duplicate?: number;
  /**
   * The number of webhooks that are gathered and then sent with the newest first. A final state, or a minute, ends the
   * gathering.
   */
  readonly reorder?: number;
  /** Delays the second half of each body. */
  readonly slowMs?: number;
  /** Pauses before each new attempt, instead of the profile's. An empty list allows one attempt only. */
  readonly retriesMs?: readonly number[];
}

/** The fields of a call. All values are text; list items are separated by commas. */
type Texts = Readonly<Record<string, string>>;

/** The longest delay of a script: a year. */
const MOST_MS = 366 * 24 * 60 * 60 * 1000;
/** The most copies of one webhook. More would only fill the log. */
const MOST_COPIES = 100;

const NAMES: readonly (keyof WebhookScript)[] = ['delayMs', 'drop', 'duplicate', 'reorder', 'slowMs', 'retriesMs'];

/**
 * Parses a script from the fields of a call. An empty field counts as not sent. @throws {ControlError} that names the
 * field
 */
export function readScript(fields: Texts): WebhookScript {
  const unknown = Object.keys(fields).find((name) => !NAMES.some((one) => one === name));
  if (unknown !== undefined) throw new ControlError('bad_request', `is unknown; use ${NAMES.join(', ')}`, unknown);
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

/** Parses a whole number from 0 to `most`. @throws {ControlError} that names the field */
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
      throw new ControlError(
        'bad_request',
        `must be a number, or a list of these states: ${states.join(', ')}`,
        'drop',
      );
    return state;
  });
}

/** 'none' is the empty list, because an empty field counts as not sent. */
function retriesOf(text: string): number[] {
  return text === 'none' ? [] : text.split(',').map((ms) => wholeNumber('retriesMs', ms.trim(), MOST_MS));
}
