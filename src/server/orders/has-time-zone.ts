const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A clock time, and after it the time zone: `12:00:00Z`, `12:00 GMT`, `12:00:00.000+01:00`, `12:00:00+00`. */
const TIME_WITH_ZONE = /\d:\d{2}(:\d{2}(\.\d+)?)?\s*(Z|UTC|GMT|(GMT|UTC)?[+-]\d{2}(:?\d{2})?)(\s*\(.*\))?$/i;

/**
 * Whether a text that `Date` can read names its time zone, or is a day in ISO 8601, which is in UTC. `Date` reads other texts
 * in the time zone of the server, so they would be another moment on another machine.
 */
export const hasTimeZone = (text: string): boolean => DAY.test(text) || TIME_WITH_ZONE.test(text.trim());
