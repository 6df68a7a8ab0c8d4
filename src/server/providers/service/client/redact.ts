/**
 * The replacement of keys in text that may be logged. The data that the shop gets (contract 2.2 contains keys) is not
 * changed.
 */

const HIDDEN = '[redacted]';

/** The longest part of a response in an error, in characters. It is long enough to show the service's message. */
const BODY_MAX = 2048;

/** Shorter parts of a header ('Bearer', a user name) are not secret, and redacting them would hide ordinary text. */
const SECRET_MIN = 8;

/** The number of nested causes of an error that are kept. */
const CAUSES_MAX = 3;

/** Fields of the contract, and fields with similar names, whose value is a credential. The value may be truncated. */
const SECRET_FIELDS =
  /("(?:api_?key|bot_?token|webhook_?url|authorization|access_?token|token|secret|password)"\s*:\s*)"(?:[^"\\]|\\.)*"?/gi;

export type Redact = (text: string) => string;

/** Creates a function that replaces each secret at every place, also in its JSON and its URL-encoded form. */
export function createRedact(secrets: readonly string[]): Redact {
  const pieces = secrets.flatMap((secret) => [secret, ...secret.split(/\s+/)]).filter((s) => s.length >= SECRET_MIN);
  const spellings = pieces.flatMap((piece) => [piece, JSON.stringify(piece).slice(1, -1), encodeURIComponent(piece)]);
  // A key of a few characters is redacted too, because it was passed as a secret.
  const all = [...new Set([...spellings, ...secrets])].filter(Boolean).sort((a, b) => b.length - a.length);
  return (text) =>
    all.reduce((left, secret) => left.replaceAll(secret, HIDDEN), text).replace(SECRET_FIELDS, `$1"${HIDDEN}"`);
}

/**
 * Returns the start of a response for an error. It is redacted before it is cut, so that the cut leaves no part of a
 * key.
 */
export function redactBody(text: string, redact: Redact): string | undefined {
  return text === '' ? undefined : redact(text).slice(0, BODY_MAX);
}

/** The longest part of a message of the shop's own code, in characters. */
const MESSAGE_MAX = 300;

/** What a function of the shop has thrown, in one line. It is redacted before it is cut, like a body. */
export function redactMessage(thrown: unknown, redact: Redact): string {
  const text = thrown instanceof Error ? thrown.message || thrown.name : `a thrown value of type ${typeof thrown}`;
  return redact(text).replace(/\s+/g, ' ').trim().slice(0, MESSAGE_MAX);
}

/**
 * Copies an error with its name, message, stack and code only. The own properties of a transport's error (the request,
 * its headers) may contain the key.
 */
export function redactCause(cause: unknown, redact: Redact, depth = 1): Error | undefined {
  if (cause === undefined) return undefined;
  if (!(cause instanceof Error))
    return new Error(typeof cause === 'string' ? redact(cause) : `a thrown value of type ${typeof cause}`);
  const inner = depth < CAUSES_MAX ? redactCause(cause.cause, redact, depth + 1) : undefined;
  const copy = new Error(redact(cause.message), inner && { cause: inner });
  copy.name = redact(cause.name);
  copy.stack = redact(cause.stack ?? '');
  const { code } = cause as { code?: unknown };
  return typeof code === 'string' ? Object.assign(copy, { code: redact(code) }) : copy;
}
