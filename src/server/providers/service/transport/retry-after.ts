type Headers = Readonly<Record<string, string>>;

/** The longest accepted delay, in milliseconds. A wrong header must not stop the requests of a shop for a year. */
const LONGEST_MS = 60 * 60 * 1000;

/**
 * A reset from this value on is a time in seconds since 1970; a lower one is a number of seconds. Both forms are in
 * use.
 */
const EPOCH_FROM = 1_000_000_000;

const decimal = (text: string | undefined) => (text !== undefined && /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : NaN);

/**
 * Returns the milliseconds until a retry, if the response contains them: `Retry-After` in seconds or as a date,
 * `retry-after-ms`, `RateLimit-Reset`, `X-RateLimit-Reset`. The contract shows none of these headers (section 8:
 * "Behaviour when a limit is exceeded: not shown").
 *
 * A date in `Retry-After` comes from the service's clock, which may differ from ours. So it is compared with the `Date`
 * of the same response, if it has one.
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
