import type { Choice } from '../core/orders/order-answer.ts';
import type { Method } from '../core/payments/payment.ts';
import { formatMessage } from '../i18n/format-message.ts';
import type { Messages } from '../i18n/messages.ts';

const NAMED = 3;

/** The names of the first coins, and the number of the others. */
function coinNames(choices: readonly Choice[]): string {
  const names = choices.slice(0, NAMED).map(({ coin }) => coin!.name);
  const more = choices.length - names.length;
  return names.join(', ') + (more ? ` + ${more}` : '');
}

export const methodHint = (method: Method, choices: readonly Choice[], messages: Messages): string =>
  method === 'crypto' ? coinNames(choices) : { wallet: messages.wayWallet, localcode: messages.wayLocalcode }[method];

/**
 * The network of a coin, unless it has the name of the coin: for ETH, the standard of the tokens on its network would be
 * misread as that of the coin.
 */
export function networkHint({ coin }: Choice, { onNetwork }: Messages): string | undefined {
  if (!coin || coin.network.split(' (')[0] === coin.name) return undefined;
  return formatMessage(onNetwork, { network: coin.network });
}
