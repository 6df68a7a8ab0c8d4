/** Redacts keys in text that may be logged. The shop's own data (contract 2.2 holds keys) is not changed. */

const HIDDEN = '[redacted]';

/** Enough to read what the service complained about. Characters. */
const BODY_MAX = 2048;

/** Shorter parts of a header ('Bearer', a user name) are no secrets, and redacting them would hide ordinary text. */
const SECRET_MIN = 8;

/** How far down an error's causes are kept. */
const CAUSES_MAX = 3;

/** Fields of the contract, and their likes, whose value opens something; also one that was cut off before its end. */
const SECRET_FIELDS =
  /("(?:api_?key|bot_?token|webhook_?url|authorization|access_?token|token|secret|password)"\s*:\s*)"(?:[^"\\]|\\.)*"?/gi;

export type Redact = (text: string) => string;

/** A function that hides each secret wherever it stands, in the spellings it takes in JSON and in addresses. */
export function createRedact(secrets: readonly string[]): Redact {
  const pieces = secrets.flatMap((secret) => [secret, ...secret.split(/\s+/)]).filter((s) => s.length >= SECRET_MIN);
  const spellings = pieces.flatMap((piece) => [piece, JSON.stringify(piece).slice(1, -1), encodeURIComponent(piece)]);
  // A key of a few characters is redacted all the same: it was passed as a secret.
  const all = [...new Set([...spellings, ...secrets])].filter(Boolean).sort((a, b) => b.length - a.length);
  return (text) =>
    all.reduce((left, secret) => left.replaceAll(secret, HIDDEN), text).replace(SECRET_FIELDS, `$1"${HIDDEN}"`);
}

/** The start of an answer for an error. Redacted before it is cut, so that no half of a key is left at the edge. */
export function redactBody(text: string, redact: Redact): string | undefined {
  return text === '' ? undefined : redact(text).slice(0, BODY_MAX);
}

/**
 * An error fit to be a cause: name, message and code alone. What a foreign transport hangs on its errors
 * (the request, its headers) would bring the key along.
 */
export function redactCause(cause: unknown, redact: Redact, depth = 1): Error | undefined {
  if (cause === undefined) return undefined;
  if (!(cause instanceof Error))
    return new Error(typeof cause === 'string' ? redact(cause) : `a thrown ${typeof cause}`);
  const inner = depth < CAUSES_MAX ? redactCause(cause.cause, redact, depth + 1) : undefined;
  const copy = new Error(redact(cause.message), inner && { cause: inner });
  copy.name = redact(cause.name);
  copy.stack = redact(cause.stack ?? '');
  const { code } = cause as { code?: unknown };
  return typeof code === 'string' ? Object.assign(copy, { code: redact(code) }) : copy;
}
