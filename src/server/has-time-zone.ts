/**
 * Whether a text names its time zone. `Date` reads a time without one in the time zone of the server, so it would be another
 * moment on another machine.
 */
export const hasTimeZone = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text.trim()) || /(Z|UTC|GMT|[+-]\d{2}:?\d{2})(\s*\(.*\))?$/i.test(text.trim());
