import { actions } from './en.actions.ts';
import { checkout } from './en.checkout.ts';
import { localcode } from './en.localcode.ts';
import { primary } from './en.primary.ts';
import { sent } from './en.sent.ts';
import { secondary } from './en.secondary.ts';
import { wallet } from './en.wallet.ts';

/**
 * All English messages. `formatMessage` replaces `{name}`. A message is short, says what to do, and promises nothing
 * that the shop has not promised.
 */
export const en = { ...primary, ...wallet, ...localcode, ...secondary, ...checkout, ...sent, ...actions };
