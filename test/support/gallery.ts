/**
 * Every view of the three tags on one page, to look at. Not part of the package and not a test: serve the
 * project with Vite and open a page that imports this file. `?tag=pay-crypto` shows one tag only.
 */
import '../../src/elements/define.ts';
import { phases } from '../../src/core/payments/phases.ts';
import { qrText } from '../../src/core/coins/payment-uri.ts';
import { BTC, EVM, crypto, inPhase, localcode, wallet } from './payments.ts';
import { qrModules } from './qr-modules.ts';

const SOL = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';
const TRX = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

const drawn = { qr: qrModules(qrText({ coin: 'BTC', address: BTC, amount: '0.00071342' })!) };
const views: [string, unknown, Record<string, string>?][] = [
  ...phases.map((phase): [string, unknown] => ['pay-crypto', crypto({ ...drawn, ...inPhase(phase) })]),
  ['pay-crypto', crypto({ ...drawn, ...inPhase('underpaid'), minimumTransactionCoin: '0.0001' })],
  [
    'pay-crypto',
    crypto({ cryptoCoin: 'erc20/usdt', address: EVM, cryptoAmountExpected: 48.2, minimumTransactionCoin: 5 }),
  ],
  ['pay-crypto', crypto({ cryptoCoin: 'bnb', address: EVM, cryptoAmountExpected: '0.0712345678901234' })],
  ['pay-crypto', crypto({ cryptoCoin: 'trx', address: TRX, cryptoAmountExpected: 312.5 })],
  ['pay-crypto', crypto({ cryptoCoin: 'sol/sol', address: SOL, cryptoAmountExpected: 0.31, test: true })],
  ['pay-crypto', crypto({ cryptoCoin: 'xmr', address: '4'.repeat(95), cryptoAmountExpected: 0.31 })],
  ['pay-crypto', crypto({ minimumTransactionCoin: '0.001', expiresAt: new Date(Date.now() + 9e5).toISOString() })],
  ['pay-crypto', crypto({ ...drawn, expiresAt: new Date(Date.now() + 9e5).toISOString() })],
  ['pay-crypto', undefined],
  ['pay-crypto', '{"tid":"x"}'],
  ['pay-crypto', { tid: 'x', hostedUrl: 'https://pay.example/x' }],
  ['pay-crypto', undefined, { src: '/missing' }],
  ['pay-crypto', undefined, { src: '/slow' }],
  ...phases.map((phase): [string, unknown] => ['pay-wallet', wallet(inPhase(phase))]),
  ['pay-wallet', wallet({ note: '  two  spaces\nand a line ', hostedUrl: undefined, test: true })],
  ...phases.map((phase): [string, unknown] => ['pay-localcode', localcode(inPhase(phase))]),
  ['pay-localcode', localcode({ hostedUrl: undefined })],
  ['pay-localcode', localcode({ hostedUrl: undefined }), { form: 'code' }],
];

const only = new URLSearchParams(location.search).get('tag');
const main = document.querySelector('main') ?? document.body;
for (const [name, payment, attributes = {}] of views) {
  if (only && only !== name) continue;
  const tag = document.createElement(name as 'pay-crypto');
  for (const [key, value] of Object.entries(attributes)) tag.setAttribute(key, value);
  tag.payment = payment as object;
  const shop = document.createElement('span');
  shop.slot = 'header';
  shop.textContent = 'to Northwind Coffee';
  const back = document.createElement('a');
  back.slot = 'paid';
  back.href = '#shop';
  back.textContent = 'Back to the shop';
  tag.append(shop, back);
  if ('form' in attributes) {
    const form = document.createElement('form');
    form.slot = 'code';
    form.append(document.createElement('input'), 'Pay');
    tag.append(form);
  }
  main.append(tag);
}
