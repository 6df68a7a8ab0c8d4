import { coins, type Coin } from '../../core/coins/coin.ts';
import { unitsOf } from '../../core/money/amount.ts';
import type { PayableCrypto } from '../../view/payable-view.ts';
import { options, type EvmCoin } from './options.ts';
import type { EvmTransfer } from './transaction.ts';

const ADDRESS = /^0x[\da-f]{40}$/i;

/** Returns the transfer of a payment, or `undefined` when no wallet in the browser can send it. */
export function transferOf({
  coin: { ticker },
  amount,
  destination,
  testNote,
}: PayableCrypto): EvmTransfer | undefined {
  const coin = coins.find((each) => each.chainId && each.ticker === ticker);
  const network = coin && networkOf(coin, testNote !== undefined);
  const to = destination.text;
  // The contract of a token is never a valid recipient.
  if (!network || !ADDRESS.test(to) || to.toLowerCase() === network.token?.toLowerCase()) return undefined;
  return { ...network, coin, to, amount: unitsOf(amount.text, coin.decimals) };
}

/**
 * Returns the network of a payment. A test payment uses the shop's test network or none; any other payment uses the
 * coin's own network.
 */
function networkOf(coin: Coin, isTest: boolean): Pick<EvmTransfer, 'chainId' | 'token'> | undefined {
  const network = isTest ? options.testNetworks[coin.symbol as EvmCoin] : coin;
  return network?.chainId ? { chainId: network.chainId, token: network.token } : undefined;
}
