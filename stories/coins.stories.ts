import type { Meta } from '@storybook/web-components-vite';
import { expect } from 'storybook/test';
import { findCoin, type CoinSymbol } from '../src/core/coins/coin.ts';
import { BTC, EVM, crypto } from '../test/support/payments.ts';
import { argTypesOf } from './support/arg-types.ts';
import { look, opened, part, soon, textOf, type Played } from './support/look.ts';
import { listenersOf, renderTag, type Args } from './support/render.ts';
import type { TagStory } from './support/tag-stories.ts';

const meta: Meta<Args> = {
  title: 'Tags/Every coin',
  component: 'pay-crypto',
  render: renderTag('pay-crypto'),
  argTypes: argTypesOf('pay-crypto'),
  args: listenersOf('pay-crypto'),
};
export default meta;

/** A payment in one coin. Its address, amount and network are what the payer sees, and a QR code is drawn. */
function coin(symbol: CoinSymbol, address: string, amount: string): TagStory {
  const { ticker } = findCoin(symbol)!;
  return {
    args: { payment: crypto({ cryptoCoin: symbol.toLowerCase(), address, cryptoAmountExpected: amount }) },
    async play({ canvasElement }: Played) {
      const tag = await opened(canvasElement);
      await soon(() => expect(part(tag, 'address').textContent).toBe(address));
      await expect(textOf(part(tag, 'coin-amount'))).toContain(`${amount} ${ticker}`);
      await soon(() =>
        expect(look(part(tag, 'qr'), 'path:last-of-type').getAttribute('d')?.length).toBeGreaterThan(500),
      );
    },
  };
}

export const Bitcoin = coin('BTC', BTC, '0.00071342');
export const Ethereum = coin('ETH', EVM, '0.01544672');
export const Litecoin = coin('LTC', 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh', '0.57278669');
export const BitcoinCash = coin('BCH', 'bitcoincash:qqyx49mu0kkn9ftfj6hje6g2wfer34yfnq5tahq3q6', '0.11690517');
export const Dogecoin = coin('DOGE', 'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC', '299.007445');
export const BnbSmartChain = coin('BNB', EVM, '0.08194492');
export const Tron = coin('TRX', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', '363.225321');
export const Tether = coin('ERC20/USDT', EVM, '48.185545');
export const Solana = coin('SOL/SOL', 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk', '0.315651605');
