import type { PublicPayment } from '../../src/core/payments/payment.ts';
import type { Chain } from './chain.ts';

export type Play = (control: Chain['control'], id: string) => unknown;

const COIN_PLAYS: readonly [string, Play][] = [
  ['Send exactly', ({ pay }, id) => pay(id)],
  ['Send too little', ({ under }, id) => under(id)],
  ['Send too much', ({ over }, id) => over(id)],
];
const NOTE_PLAYS: readonly [string, Play][] = [
  ['Send with the note', ({ pay }, id) => pay(id)],
  ['Send with another note', ({ note }, id) => note(id, 'for coffee')],
];
const CODE_PLAYS: readonly [string, Play][] = [
  ['Enter the code', ({ pay }, id) => pay(id)],
  ['Enter a wrong code', ({ code }, id) => code(id, '000000')],
];
const END_PLAYS: readonly [string, Play][] = [
  ['Let it expire', ({ expire }, id) => expire(id)],
  ['Cancel it', ({ cancel }, id) => cancel(id)],
  ['Refund it', ({ refund }, id) => refund(id)],
];

/** What the service calls a payment. */
export const idOf = (payment: PublicPayment): string =>
  'tid' in payment ? payment.tid : 'pid' in payment ? payment.pid : payment.bid;

/** What a payer can do with a payment: the words on a button, and what it does. */
export const playsFor = (payment: PublicPayment): readonly (readonly [string, Play])[] => [
  ...('tid' in payment ? COIN_PLAYS : 'pid' in payment ? NOTE_PLAYS : CODE_PLAYS),
  ...END_PLAYS,
];
