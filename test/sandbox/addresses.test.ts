import assert from 'node:assert/strict';
import { createHmac, createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { base58, base64urlnopad } from '@scure/base';
import jsqrModule from 'jsqr';
import { PNG } from 'pngjs';
import { checkAddress } from '../../src/core/coins/address.ts';
import { depositAddress, encodeAddress } from '../../src/sandbox/contract/addresses.ts';
import { symbols } from '../../src/sandbox/contract/coins.ts';
import type { CoinSymbol } from '../../src/sandbox/contract/coins.ts';
import { isOnCurve } from '../../src/sandbox/contract/curve.ts';
import { payoutAddress } from '../../src/sandbox/contract/payout-address.ts';
import { qrDataUrl } from '../../src/sandbox/pages/png.ts';

interface Row {
  readonly coin: CoinSymbol;
  readonly path: string;
  readonly address: string;
}

const { derivation: rows } = JSON.parse(readFileSync(new URL('../vectors/coins.json', import.meta.url), 'utf8')) as {
  derivation: Row[];
};
const seed = mnemonicToSeedSync(`${'abandon '.repeat(11)}about`);
const jsqr = jsqrModule as unknown as (
  data: Uint8ClampedArray,
  width: number,
  height: number,
) => { data: string } | null;

/** The public key of an ed25519 secret. */
function ed25519Key(secret: Uint8Array): Uint8Array {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), secret]);
  const key = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
  return base64urlnopad.decode(key.export({ format: 'jwk' }).x ?? '');
}

/** SLIP-10 for ed25519, which knows hardened steps alone. */
function slip10(path: string): Uint8Array {
  const step = (key: Uint8Array | string, data: Uint8Array) => createHmac('sha512', key).update(data).digest();
  let node = step('ed25519 seed', seed);
  for (const index of path
    .split('/')
    .slice(1)
    .map((part) => parseInt(part, 10))) {
    const data = Buffer.alloc(37);
    node.copy(data, 1, 0, 32);
    data.writeUInt32BE(index + 0x80000000, 33);
    node = step(node.subarray(32), data);
  }
  return node.subarray(0, 32);
}

function keyBytes({ coin, path }: Row): Uint8Array {
  if (coin === 'SOL/SOL') return ed25519Key(slip10(path));
  const { publicKey } = HDKey.fromMasterSeed(seed).derive(path);
  assert.ok(publicKey);
  if (coin !== 'ETH' && coin !== 'TRX') return ripemd160(sha256(publicKey));
  return keccak_256(uncompressed(publicKey)).slice(-20);
}

/** x and y of a point of secp256k1. */
function uncompressed(key: Uint8Array): Uint8Array {
  const p = 2n ** 256n - 2n ** 32n - 977n;
  const x = BigInt(`0x${Buffer.from(key.subarray(1)).toString('hex')}`);
  let y = 1n;
  for (
    let base = (x ** 3n + 7n) % p, exponent = (p + 1n) / 4n;
    exponent > 0n;
    exponent >>= 1n, base = (base * base) % p
  ) {
    if (exponent & 1n) y = (y * base) % p;
  }
  if (y % 2n !== BigInt(key[0] ?? 0) % 2n) y = p - y;
  return Buffer.from([x, y].map((value) => value.toString(16).padStart(64, '0')).join(''), 'hex');
}

for (const row of rows) {
  test(`the ${row.coin} encoder gives the address other libraries derive at ${row.path}`, () => {
    assert.equal(encodeAddress(row.coin, keyBytes(row)), row.address);
    assert.equal(payoutAddress(row.coin, row.address), row.address);
  });
}

for (const symbol of symbols) {
  test(`deposit addresses of ${symbol} pass a strict check, are steady for a seed and never the same`, () => {
    const made = Array.from({ length: 20 }, (_, i) => depositAddress(symbol, 'seed', i));
    for (const address of made) {
      const checked = checkAddress(symbol, address);
      assert.ok(checked.ok, address);
      assert.deepEqual(checked.warnings, [], address);
      assert.equal(payoutAddress(symbol, address), address);
    }
    assert.equal(new Set(made).size, made.length);
    assert.deepEqual(made[3], depositAddress(symbol, 'seed', 3));
    assert.notEqual(made[0], depositAddress(symbol, 'another', 0));
    if (symbol === 'SOL/SOL') assert.ok(made.every((address) => isOnCurve(base58.decode(address))));
  });

  test(`the QR image of ${symbol} is a PNG that holds the address`, () => {
    const address = depositAddress(symbol, 'seed', 0);
    const url = qrDataUrl(address);
    assert.match(url, /^data:image\/png;base64,/);
    const { data, width, height } = PNG.sync.read(Buffer.from(url.slice(22), 'base64'), { checkCRC: true });
    assert.equal(jsqr(new Uint8ClampedArray(data), width, height)?.data, address);
  });
}

test('the three coins of one kind of address never share one', () => {
  assert.equal(new Set(['ETH', 'BNB', 'ERC20/USDT'].map((coin) => depositAddress(coin as CoinSymbol, 's', 0))).size, 3);
});

test('a point of ed25519 is distinguished from bytes that are none', () => {
  for (let i = 0; i < 20; i += 1) assert.ok(isOnCurve(ed25519Key(sha256(Uint8Array.of(i)))));
  // An address that a program derived, and so made to be off the curve: the one of an associated token account.
  assert.equal(isOnCurve(base58.decode('DShWnroshVbeUp28oopA3Pu7oFPDBtC1DBmPECXXAQ9n')), false);
  assert.equal(isOnCurve(new Uint8Array(31)), false);
  const aboveTheField = new Uint8Array(32).fill(0xff);
  assert.equal(isOnCurve(aboveTheField), false);
});
