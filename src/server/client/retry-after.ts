type Headers = Readonly<Record<string, string>>;

/** No service means to be left alone for longer; a slip in a header must not stop a shop for a year. Milliseconds. */
const LONGEST_MS = 60 * 60 * 1000;

/** Above this a reset is a point in time in seconds, below it a number of seconds: both are in use. */
const EPOCH_FROM = 1_000_000_000;

const decimal = (text: string | undefined) => (text !== undefined && /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : NaN);

/**
 * The milliseconds until a retry, if the answer says so: `Retry-After` in seconds
 * or as a date, `retry-after-ms`, `RateLimit-Reset`, `X-RateLimit-Reset`. The contract shows none of them
 * (section 8: "Behaviour when a limit is exceeded: not shown").
 *
 * A date is of the service's clock, which need not be ours: it is measured from the answer's own `Date`, if it has one.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const sent = Date.parse(headers['date'] ?? '');
  const delay = [
    decimal(headers['retry-after-ms']),
    decimal(headers['retry-after']) * 1000,
    Date.parse(/[a-z]/i.test(headers['retry-after'] ?? '') ? headers['retry-after']! : '') -
      (Number.isNaN(sent) ? now : sent),
    reset(headers['ratelimit-reset'], now),
    reset(headers['x-ratelimit-reset'], now),
  ].find((ms) => !Number.isNaN(ms));
  return delay === undefined ? undefined : Math.min(Math.max(0, delay), LONGEST_MS);
}

function reset(text: string | undefined, now: number): number {
  const seconds = decimal(text);
  return seconds >= EPOCH_FROM ? seconds * 1000 - now : seconds * 1000;
}
