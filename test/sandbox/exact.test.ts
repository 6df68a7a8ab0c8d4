import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { add, compare, decimal, decimalText, divideUp, readDecimal, subtract } from '../../src/sandbox/decimal.ts';
import { digitsOf, readJson, writeJson } from '../../src/sandbox/exact-json.ts';

test('a number keeps every digit through reading and writing', () => {
  for (const text of [
    '12345678901234567890',
    '0.123456789012345678',
    '1.00',
    '-0',
    '1e-8',
    '{"a":[1.10,{"b":2E+3}]}',
  ]) {
    assert.equal(writeJson(readJson(text)), text);
  }
});

test('a string that looks like a number stays a string', () => {
  assert.equal(writeJson(readJson('{"n1":"n5","s":"5","\\u0073":"\\"7\\""}')), '{"n1":"n5","s":"\\"7\\""}');
  assert.equal(digitsOf(readJson('"5"')), undefined);
});

test('any JSON is parsed like JSON.parse', () => {
  fc.assert(
    fc.property(fc.json(), (text) => assert.deepEqual(JSON.parse(writeJson(readJson(text))), JSON.parse(text))),
  );
});

test('a key named __proto__ stays a key', () => {
  assert.equal(writeJson(readJson('{"__proto__":{"polluted":1}}')), '{"__proto__":{"polluted":1}}');
  assert.equal('polluted' in {}, false);
});

test('invalid or too deeply nested JSON is rejected', () => {
  for (const text of ['', '{', '01', '1.', 'NaN', "{'a':1}", '[1,]', '['.repeat(100) + ']'.repeat(100)]) {
    assert.throws(() => readJson(text), SyntaxError, text);
  }
});

test('decimals are exact', () => {
  assert.equal(decimalText(add(decimal('0.1'), decimal('0.2'))), '0.3');
  assert.equal(decimalText(subtract(decimal('1'), decimal('0.000000000000000001'))), '0.999999999999999999');
  assert.equal(decimalText(decimal('1e-7')), '0.0000001');
  assert.equal(decimalText(decimal('-2.50')), '-2.5');
  assert.equal(decimalText(decimal('12E2')), '1200');
  assert.equal(compare(decimal('1.0'), decimal('1')), 0);
  for (const text of ['', '1e99', 'abc', '+1', '.5', '0x1', 'Infinity']) assert.equal(readDecimal(text), undefined);
});

test('a quotient is never below the true value, and less than one unit above', () => {
  const numbers = fc.bigInt({ min: 1n, max: 10n ** 15n });
  fc.assert(
    fc.property(numbers, numbers, fc.nat(18), (a, b, places) => {
      const { units } = divideUp({ units: a, scale: 2 }, { units: b, scale: 4 }, places);
      const exact = a * 100n * 10n ** BigInt(places); // units * b must reach this
      assert.ok(units * b >= exact && (units - 1n) * b < exact);
    }),
  );
});
