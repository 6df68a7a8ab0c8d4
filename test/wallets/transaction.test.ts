import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { coins } from '../../src/core/coins/coin.ts';
import { parsePayment } from '../../src/core/payments/public-payment.ts';
import { messagesFor } from '../../src/i18n/lookup.ts';
import { cryptoPayable } from '../../src/view/crypto-payable.ts';
import type { PayableCrypto } from '../../src/view/payable-view.ts';
import { stateOf } from '../../src/view/state.ts';
import { transferOf } from '../../src/wallets/evm/network.ts';
import { configureEvmWallets } from '../../src/wallets/evm/options.ts';
import { balanceData, toHex, transactionOf, transferData } from '../../src/wallets/evm/transaction.ts';
import { crypto, EVM } from '../support/payments.ts';

const FROM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** What a payer sees of a payment. */
function viewOf(fields: object): PayableCrypto {
  const read = parsePayment(crypto({ address: EVM, ...fields }));
  assert.ok(read.ok);
  const view = cryptoPayable(read.payment, 'awaiting', stateOf(read.payment), messagesFor('en'));
  assert.ok(view?.method === 'crypto');
  return view;
}

/** The words of 32 bytes behind the selector. */
const textOf = (data: string) => data.slice(10).match(/.{64}/g)!;

describe('what a wallet is requested to send', () => {
  it('is the amount that is shown, to the last unit', () => {
    for (const [cryptoCoin, text, atomic] of [
      ['ETH', '0.000000000000000001', 1n],
      ['eth', '1.234567890123456789', 1_234_567_890_123_456_789n],
      ['BNB', '120000', 120_000n * 10n ** 18n],
      ['erc20/usdt', '9007199254.740993', 9_007_199_254_740_993n],
    ] as const) {
      const view = viewOf({ cryptoCoin, cryptoAmountExpected: text });
      assert.equal(view.amount.text, text);
      assert.equal(transferOf(view)!.amount, atomic);
    }
  });

  it('is the coin itself for ETH and BNB, on its own chain', () => {
    for (const [cryptoCoin, chainId] of [
      ['ETH', '0x1'],
      ['BNB', '0x38'],
    ]) {
      const transfer = transferOf(viewOf({ cryptoCoin, cryptoAmountExpected: '1' }))!;
      assert.deepEqual(transactionOf(transfer, FROM), { from: FROM, to: EVM, value: '0xde0b6b3a7640000', chainId });
    }
  });

  it('is a call of the contract for USDT, and never a gas limit or an approval', () => {
    const transfer = transferOf(viewOf({ cryptoCoin: 'ERC20/USDT', cryptoAmountExpected: '48.20' }))!;
    assert.deepEqual(transactionOf(transfer, FROM), {
      from: FROM,
      to: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      value: '0x0',
      data: `0xa9059cbb000000000000000000000000${EVM.slice(2).toLowerCase()}${'2df7940'.padStart(64, '0')}`,
      chainId: '0x1',
    });
  });

  it('holds every amount in call data, and as a quantity without leading zeros', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (amount) => {
        assert.match(toHex(amount), /^0x(?:0|[1-9a-f][\da-f]*)$/);
        assert.equal(BigInt(toHex(amount)), amount);
        const data = transferData(EVM, amount);
        assert.equal(data.length, 2 + 8 + 128);
        const [to, value] = textOf(data);
        assert.equal(`0x${to.slice(24)}`, EVM.toLowerCase());
        assert.equal(BigInt(`0x${value}`), amount);
      }),
    );
    assert.equal(balanceData(EVM).length, 2 + 8 + 64);
  });

  it('is nothing for other coins, addresses that are none, and the contract as a recipient', () => {
    for (const { symbol, chainId } of coins) {
      const view = viewOf({ cryptoCoin: symbol, cryptoAmountExpected: '1' });
      assert.equal(transferOf(view) !== undefined, chainId !== undefined, symbol);
    }
    const token = '0xdac17f958d2ee523a2206206994597c13d831ec7';
    for (const address of ['0x12', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', `${EVM}00`, token])
      assert.equal(transferOf(viewOf({ cryptoCoin: 'ERC20/USDT', cryptoAmountExpected: '1', address })), undefined);
  });

  it('is on the test network of the shop for a test payment, and on no other', () => {
    const view = viewOf({ cryptoCoin: 'ETH', cryptoAmountExpected: '1', test: true });
    assert.equal(transferOf(view), undefined);
    configureEvmWallets({ testNetworks: { ETH: { chainId: 11155111 } } });
    assert.equal(transferOf(view)!.chainId, 11155111);
    assert.equal(transferOf(viewOf({ cryptoCoin: 'ETH', cryptoAmountExpected: '1' }))!.chainId, 1);
    configureEvmWallets({ testNetworks: {} });
  });
});
