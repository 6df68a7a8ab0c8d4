import type { Exchange } from './exchange.ts';

/** A backend does not follow a rule. The message says in plain words what it did. */
export class Failure extends Error {
  override readonly name = 'Failure';

  readonly exchange: Exchange | undefined;

  constructor(message: string, exchange?: Exchange) {
    super(message);
    this.exchange = exchange;
  }
}

/** A rule cannot be checked: the message says what is missing. */
export class Skip extends Error {
  override readonly name = 'Skip';
}

/** @throws Failure unless the condition holds */
export function expect(condition: unknown, message: string, exchange?: Exchange): asserts condition {
  if (!condition) throw new Failure(message, exchange);
}

/** Expects one of these HTTP statuses. @throws Failure */
export function expectStatus(exchange: Exchange, statuses: readonly number[], what: string): void {
  const got = exchange.status === 0 ? 'there was no response' : `the answer was ${exchange.status}`;
  expect(statuses.includes(exchange.status), `${what}: ${statuses.join(' or ')} was expected, but ${got}.`, exchange);
}

/** The code of an error response. */
export const codeOf = ({ json }: Exchange): unknown => (json['error'] as { code?: unknown } | undefined)?.code;

/** Expects an error in the form of docs/any-backend.md. @throws Failure */
export function expectError(exchange: Exchange, statuses: readonly number[], what: string, code?: string): void {
  expectStatus(exchange, statuses, what);
  const given = codeOf(exchange);
  expect(typeof given === 'string', `${what}: the body has no text in error.code.`, exchange);
  if (code !== undefined)
    expect(given === code, `${what}: error.code is '${given}', and '${code}' was expected.`, exchange);
}
