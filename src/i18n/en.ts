import { actions } from './en.actions.ts';
import { checkout } from './en.checkout.ts';
import { localcode } from './en.localcode.ts';
import { primary } from './en.primary.ts';
import { sent } from './en.sent.ts';
import { secondary } from './en.secondary.ts';
import { wallet } from './en.wallet.ts';

/** `{name}` is filled in by `formatMessage`. Short, saying what to do; no promise that the shop did not make. */
export const en = { ...primary, ...wallet, ...localcode, ...secondary, ...checkout, ...sent, ...actions };
