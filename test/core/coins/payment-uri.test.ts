import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import { decode as decodeBip21 } from 'bip21';
import { coins, cryptoAmount, parsePaymentUri, paymentUri, qrText } from '../../../src/core/index.ts';

const { parse: parseEip681 } = createRequire(import.meta.url)('eth-url-parser') as {
  parse: (uri: string) => { target_address: string; chain_id?: string; parameters?: Record<string, string> };
};

const ADDRESS: Readonly<Record<string, string>> = {
  BTC: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  LTC: 'ltc1qxjkwr09apz3w5hsr33uyq9sdfx8tn26g39g00g',
  DOGE: 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU',
  BCH: 'bitcoincash:qq4v32mtagxac29my6gwj6fd4tmqg8rysu23dax807',
  ETH: '0xcB3028d6120802148f03d6c884D6AD6A210Df62A',
  BNB: '0xcB3028d6120802148f03d6c884D6AD6A210Df62A',
  'ERC20/USDT': '0xcB3028d6120802148f03d6c884D6AD6A210Df62A',
  TRX: 'TNDzfERDpxLDS2w1q6yaFC7pzqaSQ3Bg3r',
  'SOL/SOL': 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN',
};

describe('paymentUri', () => {
  it('with an absurd amount is not read as one without money', () => {
    for (const value of ['1e80', '1e99', '9'.repeat(90)]) {
      const read = parsePaymentUri('ETH', `ethereum:${ADDRESS['ETH']}@1?value=${value}`);
      assert.ok(read.ok && read.amount!.length > 60, value);
    }
  });

  it('is read by independent wallet parsers as it was meant', () => {
    for (const coin of coins) {
      const address = ADDRESS[coin.symbol]!;
      const amount = `1.${'0'.repeat(coin.decimals - 1)}1`;
      const uri = paymentUri({ coin, address, amount, label: 'Shop & Co' })!;
      if (coin.chainId) {
        const { target_address, chain_id, parameters } = parseEip681(uri);
        assert.equal(chain_id, String(coin.chainId));
        assert.equal(coin.token ? parameters?.address : target_address, address);
        assert.equal(parameters?.[coin.token ? 'uint256' : 'value'], String(cryptoAmount(amount, coin).atomic));
      } else if (coin.symbol !== 'SOL/SOL') {
        const read = decodeBip21(uri, coin.scheme);
        assert.equal(read.address, address.replace('bitcoincash:', ''));
        assert.equal(read.options.amount, Number(amount));
      } else {
        const url = new URL(uri);
        assert.deepEqual(
          [url.pathname, url.searchParams.get('amount'), url.searchParams.get('label')],
          [address, amount, 'Shop & Co'],
        );
      }
    }
  });

  it('leads no wallet that stops at the first address anywhere but to the payee, by the default QR', () => {
    for (const coin of coins) {
      const text = qrText({ coin, address: ADDRESS[coin.symbol]!, amount: '1' })!;
      const first = /0x[0-9a-fA-F]{40}/.exec(text)?.[0];
      if (first) assert.equal(first, ADDRESS[coin.symbol]);
    }
  });

  it('is undefined for parts that make none', () => {
    assert.equal(paymentUri({ coin: 'XMR', address: 'abc' }), undefined);
    assert.equal(paymentUri({ coin: 'BTC', address: 'abc?amount=9' }), undefined);
    assert.equal(paymentUri({ coin: 'BTC', address: 'abc', amount: '1,5' }), undefined);
    assert.equal(qrText({ coin: 'TRX', address: 'a b' }), undefined);
  });

  it('is misuse without an address or a coin', () => {
    assert.throws(() => paymentUri({ coin: 'BTC' } as never), TypeError);
    assert.throws(() => paymentUri({ address: 'abc' } as never), TypeError);
    for (const call of [paymentUri, qrText]) assert.throws(() => call(undefined as never), /^TypeError: parts:/);
  });

  it('keeps the letter case of an address', () => {
    for (const address of [ADDRESS.BTC!, ADDRESS.BTC!.toUpperCase()])
      assert.equal(paymentUri({ coin: 'BTC', address }), `bitcoin:${address}`);
  });

  it('keeps the letter case of a legacy address of Bitcoin Cash, which is part of it', () => {
    const address = '3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC';
    assert.equal(paymentUri({ coin: 'BCH', address }), `bitcoincash:${address}`);
  });

  it('has a label for the coins whose wallets read one, and none for TRX', () => {
    const uri = (coin: string) => paymentUri({ coin, address: ADDRESS[coin]!, amount: '1', label: 'Shop' });
    assert.equal(uri('DOGE'), `dogecoin:${ADDRESS.DOGE}?amount=1&label=Shop`);
    assert.equal(uri('TRX'), `tron:${ADDRESS.TRX}?amount=1`);
  });

  it('writes the prefix of Bitcoin Cash once, in the case of the address', () => {
    const bare = ADDRESS.BCH!.replace('bitcoincash:', '');
    for (const address of [ADDRESS.BCH!, bare, bare.toUpperCase(), ADDRESS.BCH!.toUpperCase()])
      assert.equal(paymentUri({ coin: 'bch', address }), `bitcoincash:${bare}`);
  });
});
