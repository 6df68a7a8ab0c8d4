import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { checkAddress, cryptoAmount, parsePaymentUri, paymentUri, qrText } from '../../../src/core/index.ts';

interface AddressRow {
  coins: string[];
  address: string;
  valid: boolean;
  kind?: string;
  canonical?: string;
  onCurve?: boolean;
}

interface Vectors {
  addresses: AddressRow[];
  policy: AddressRow[];
  uriParse: {
    coin: string;
    uri: string;
    expect: {
      ok: boolean;
      address: string;
      amount: string | null;
      label?: string;
      message?: string;
      chainId?: number | null;
      token?: string;
      addressValid: boolean;
    };
  }[];
  uriBuild: {
    input: { coin: string; address: string; amount: string | null; label?: string; message?: string };
    uri: string;
    qrDefault: string;
    atomic: string | null;
  }[];
  amounts: {
    coin: string;
    jsonText: string;
    fromNumber: string;
    display: string;
    atomic: string;
    roundedUp: boolean;
  }[];
  derivation: { coin: string; address: string }[];
}

/** Official vectors of the nine coins; every row names the repository it comes from. */
const vectors = JSON.parse(readFileSync(new URL('../../vectors/coins.json', import.meta.url), 'utf8')) as Vectors;

describe('the official address vectors', () => {
  for (const row of [...vectors.addresses, ...vectors.policy])
    for (const coin of row.coins)
      it(`${coin}: ${JSON.stringify(row.address)} is ${row.valid ? 'an address' : 'refused'}`, () => {
        const check = checkAddress(coin, row.address);
        assert.equal(check.ok, row.valid, JSON.stringify(check));
        if (!check.ok) return;
        if (row.kind) assert.equal(check.kind, row.kind);
        if (row.canonical) assert.equal(check.canonical, row.canonical);
        if (row.onCurve !== undefined) assert.equal(check.warnings.includes('off-curve'), !row.onCurve);
      });

  for (const { coin, address } of vectors.derivation)
    it(`${coin}: the derived ${address} is an address`, () => assert.ok(checkAddress(coin, address).ok));
});

describe('the official payment link vectors', () => {
  for (const { coin, uri, expect } of vectors.uriParse)
    it(`${coin}: ${uri} is ${expect.ok ? 'read' : 'refused'}`, () => {
      const read = parsePaymentUri(coin, uri);
      assert.equal(read.ok, expect.ok, JSON.stringify(read));
      if (!read.ok) return;
      const { addressValid, ...wanted } = expect;
      for (const [name, value] of Object.entries(wanted)) assert.equal(read[name as keyof typeof read], value, name);
      assert.equal(checkAddress(coin, read.address).ok, addressValid);
    });

  for (const { input, uri, qrDefault, atomic } of vectors.uriBuild)
    it(`${input.coin}: builds ${uri}`, () => {
      assert.equal(paymentUri(input), uri);
      assert.equal(qrText(input), qrDefault);
      if (input.amount !== null) assert.equal(String(cryptoAmount(input.amount, input.coin).atomic), atomic);
    });
});

describe('the official amount vectors', () => {
  for (const { coin, jsonText, fromNumber, display, atomic, roundedUp } of vectors.amounts)
    it(`${coin}: ${jsonText} is sent as ${display}`, () => {
      for (const value of [fromNumber, JSON.parse(jsonText) as number])
        assert.deepEqual(cryptoAmount(value, coin), { text: display, atomic: BigInt(atomic), rounded: roundedUp });
    });
});
