import type { Order } from 'pay-elements/server';
import { CURRENCY } from './catalogue.ts';

const EVM = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

/** The addresses that receive the shop's money. Bitcoin has a split: 97 % for the shop, 3 % for the growers. */
export const payout: Order['payout'] = {
  crypto: {
    BTC: {
      addresses: [
        { address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', percent: 97 },
        { address: 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g', percent: 3 },
      ],
    },
    ETH: EVM,
    LTC: 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh',
    BCH: 'bitcoincash:qqyx49mu0kkn9ftfj6hje6g2wfer34yfnq5tahq3q6',
    DOGE: 'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC',
    BNB: EVM,
    TRX: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
    'ERC20/USDT': EVM,
    'SOL/SOL': 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
  },
  wallet: 'till@northwind.example',
  localcode: {
    currency: CURRENCY,
    payoutCryptoCoin: 'BTC',
    payoutAddress: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  },
};
