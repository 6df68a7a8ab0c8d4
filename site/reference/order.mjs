/** What the shop's function order() returns, and the coins with what their keys in `payout` take. */
import { coins } from '../../src/core/index.ts';
import { blocks, cell, code, table } from './markdown.mjs';
import { commentOf, propertiesOf } from './types.mjs';

/** The objects that order() returns, the outermost first, with the path of each. */
export const PARTS = [
  { type: 'Order', path: '' },
  { type: 'OrderPayout', path: 'payout.' },
  { type: 'CryptoPayout', path: 'payout.crypto.<coin>.' },
  { type: 'WalletPayout', path: 'payout.wallet.' },
  { type: 'LocalcodePayout', path: 'payout.localcode.' },
];

/** The page on order(), as Markdown. */
export const orderPage = () =>
  blocks(
    '# Fields of order()',
    'The option `order` of `createCheckout` is a function of your shop: `order(orderRef, request)` returns an object with these fields, a promise of it, or undefined when there is no such order for this visitor.',
    commentOf('Order'),
    PARTS.map(({ type, path }) => [
      `## ${path ? code(path.slice(0, -1)) : 'The order'}`,
      path && commentOf(type),
      table(
        ['field', 'type', 'meaning'],
        propertiesOf(type).map(({ name, optional, type, text }) => [
          code(path + name + (optional ? '?' : '')),
          code(type.replace(/ \| null \| undefined$/, '')),
          cell(text),
        ]),
      ),
    ]),
    'The keys of `payout.crypto` are [the symbols of the coins](coins.md).',
    '## The function',
    commentOf('FindOrder'),
  );

/** The page on coins, as Markdown. */
export const coinsPage = () =>
  blocks(
    '# Coins',
    'The coins of the payment service (contract 2.9). The key is what `payout.crypto`, `rates`, `amountTolerance` and the other options take, exactly as it stands here. Another payment server may offer fewer.',
    table(
      ['key', 'coin', 'network', 'unit', 'decimals', 'QR code', 'usually confirmed after'],
      coins.map(({ symbol, name, network, ticker, decimals, qr, confirmationMinutes: [least, most] }) => [
        code(symbol),
        cell(name),
        cell(network),
        cell(ticker),
        String(decimals),
        qr === 'uri' ? 'payment URI' : 'bare address',
        least === most ? `${most} min` : `${least} to ${most} min`,
      ]),
    ),
    'The QR code is the bare address where wallets read a payment URI wrongly. The attribute `qr` of `<pay-crypto>` changes it. The times are averages; your payment server decides how many confirmations it waits for.',
  );
