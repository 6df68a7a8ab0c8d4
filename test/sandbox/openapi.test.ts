import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openapi, validateAnswer, validateAt } from '../support/oracle.ts';

/** Every object in the document with its place in it. */
function* objects(
  value: unknown,
  place: readonly string[] = [],
): Generator<[readonly string[], Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [place, value as Record<string, unknown>];
  for (const [key, item] of Object.entries(value)) yield* objects(item, [...place, key]);
}

test('the document is OpenAPI 3.1 and has the five endpoints of section 4', () => {
  assert.match(openapi.openapi, /^3\.1\./);
  const calls = Object.entries(openapi.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  );
  assert.deepEqual(calls.sort(), [
    'get /v1/crypto-info',
    'get /v1/payments/localcode',
    'get /v2/user/me',
    'post /v1/payments',
    'post /v1/wallet/payments',
  ]);
});

test('every reference leads somewhere', () => {
  let count = 0;
  for (const [place, { $ref }] of objects(openapi)) {
    if (typeof $ref !== 'string') continue;
    count += 1;
    assert.match($ref, /^#\//);
    const target = $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], openapi);
    assert.ok(target, `${place.join('.')} -> ${$ref}`);
  }
  assert.ok(count > 40);
});

test('every operation has a unique id, and described responses for refusals', () => {
  const ids = new Set<unknown>();
  for (const item of Object.values(openapi.paths)) {
    for (const operation of Object.values(item)) {
      ids.add((operation as unknown as Record<string, unknown>)['operationId']);
      for (const code of ['200', '400', '401', '429', 'default']) assert.ok(code in operation.responses, code);
    }
  }
  assert.equal(ids.size, 5);
});

test('every schema compiles, and requires no field that it does not have', () => {
  for (const [name, schema] of Object.entries(openapi.components.schemas)) {
    try {
      validateAt(['components', 'schemas', name], undefined);
    } catch (error) {
      assert.match(String(error), new RegExp(`${name}: `), String(error));
    }
    const { required = [], properties = {} } = schema as { required?: string[]; properties?: object };
    for (const field of required) assert.ok(field in properties, `${name}.${field}`);
  }
});

test('every example matches its schema', () => {
  let count = 0;
  for (const [place, value] of objects(openapi)) {
    if (!('example' in value) || !('schema' in value)) continue;
    if (place.at(-1) !== 'application/json') continue;
    count += 1;
    validateAt([...place, 'schema'], value['example']);
  }
  assert.ok(count >= 14, String(count));
});

test('further fields are allowed everywhere', () => {
  for (const [place, value] of objects(openapi)) assert.notEqual(value['additionalProperties'], false, place.join('.'));
});

test('each silence of the contract has its note', () => {
  const notes = [...objects(openapi)]
    .map(([, value]) => value['x-not-shown'])
    .filter((note) => typeof note === 'string')
    .join('\n');
  for (const silence of [
    /Values other than user/,
    /The unit/,
    /single payout_address/,
    /Further states/,
    /Method, parameters and full response shape/,
    /Which fields are required/,
    /USD/,
    /payer's code is supplied/,
    /Authentication of the payment endpoints/,
    /user key and the store key are accepted/,
    /Payload, signing, retries/,
    /shape of an error response/,
    /HTTP status code/,
    /limit is exceeded/,
    /Length limits/,
  ]) {
    assert.match(notes, silence);
  }
});

test('the oracle names the path of a fault', () => {
  const answer = { message: 'm', data: { pid: 'p', currency: 'eur' } };
  assert.throws(
    () => validateAnswer('POST', '/v1/wallet/payments', 200, answer),
    /\/data\/currency must match pattern/,
  );
  assert.throws(
    () => validateAnswer('POST', '/v1/wallet/payments', 200, answer),
    /\/data must have required property 'note'/,
  );
  assert.throws(() => validateAnswer('GET', '/v1/nothing', 200, {}), /has no GET/);
  assert.throws(() => validateAnswer('GET', '/v2/user/me', 201, {}), /no answer 201/);
  validateAnswer(
    'GET',
    '/v1/crypto-info?crypto_coin=BTC',
    200,
    '{"message":"","data":{"minimum_transaction_coin":1e-8}}',
  );
});
