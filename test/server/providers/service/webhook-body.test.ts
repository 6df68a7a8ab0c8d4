import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readWebhook, whyUnreadable } from '../../../../src/server/providers/service/read-webhook.ts';

/** The facts of a body: all but its identifier and its status. */
const factsOf = (body: unknown) => {
  const { id: _, status: __, ...facts } = readWebhook(typeof body === 'string' ? body : JSON.stringify(body)) ?? {};
  return facts;
};

const parse = (body: unknown) => {
  const webhook = readWebhook(typeof body === 'string' ? body : JSON.stringify(body));
  return webhook && [webhook.id, webhook.status];
};

describe('a webhook body (contract 6: its shape is not shown)', () => {
  it('is read flat, for each kind of payment and each usual name of a status', () => {
    assert.deepEqual(parse({ tid: 't', status: 'PAID' }), ['t', 'PAID']);
    assert.deepEqual(parse({ pid: 'p', paymentStatus: 'PAID' }), ['p', 'PAID']);
    assert.deepEqual(parse({ bid: 'b', payment_status: 'PAID' }), ['b', 'PAID']);
    assert.deepEqual(parse({ tid: 't', state: ' PAID ' }), ['t', 'PAID']);
  });

  it('has no word with half a character or a zero character: not every database keeps it', () => {
    for (const odd of ['\ud800', 'PAID\ud83d', 'PA\0ID'])
      assert.deepEqual(parse({ tid: odd, pid: 'p', status: odd, state: 'PAID' }), ['p', 'PAID'], JSON.stringify(odd));
    assert.deepEqual(parse({ tid: 't', status: '💸' }), ['t', '💸']);
  });

  it('is read one level down, and no deeper', () => {
    for (const name of ['data', 'payment', 'payload', 'object', 'event'])
      assert.deepEqual(parse({ [name]: { tid: 't', status: 'PAID' } }), ['t', 'PAID'], name);
    assert.deepEqual(parse({ data: { payment: { tid: 't', status: 'PAID' } } }), [undefined, undefined]);
    assert.deepEqual(parse({ other: { tid: 't', status: 'PAID' } }), [undefined, undefined]);
    assert.deepEqual(parse({ status: 'PAID', data: { tid: 't' } }), ['t', 'PAID']);
  });

  it('is not paid because its envelope contains success (contract 2.1)', () => {
    assert.deepEqual(parse({ status: 'success', data: { tid: 't', status: 'CONFIRMING' } }), ['t', 'CONFIRMING']);
    assert.deepEqual(parse({ status: 'success', data: { tid: 't' } }), ['t', undefined]);
    assert.deepEqual(parse({ tid: 't', status: 'success' }), ['t', 'success']);
    assert.deepEqual(parse({ tid: 't', status: 'success', event: 'payment.paid' }), ['t', 'success']);
    for (const data of [null, [], [{ tid: 't' }]])
      assert.deepEqual(parse({ status: 'success', data }), [undefined, undefined], JSON.stringify(data));
    assert.deepEqual(parse({ status: 'Success', message: 'a test of your address' }), [undefined, undefined]);
    assert.deepEqual(parse({ tid: 't', status: 'success', paymentStatus: 'PENDING' }), ['t', 'PENDING']);
  });

  it('of a call that succeeded is not paid either when the identifier is beside the wrapper', () => {
    assert.deepEqual(parse({ tid: 't', status: 'success', data: { status: 'CONFIRMING' } }), ['t', 'CONFIRMING']);
    for (const data of [{}, null, []])
      assert.deepEqual(parse({ tid: 't', status: 'SUCCESS', data }), ['t', undefined], JSON.stringify(data));
    assert.deepEqual(parse({ status: 'success', data: { tid: 't', status: 'success' } }), ['t', 'success']);
  });

  it('takes identifier and status from the level that has both, and else from the first that has one', () => {
    assert.deepEqual(parse({ tid: 'a', data: { tid: 'b', status: 'PENDING' } }), ['b', 'PENDING']);
    assert.deepEqual(parse({ status: 'PAID', data: { tid: 'b', status: 'PENDING' } }), ['b', 'PENDING']);
    assert.deepEqual(parse({ tid: 'a', status: 'PENDING', data: { tid: 'b', status: 'PAID' } }), ['a', 'PENDING']);
    const two = { data: { tid: 'a', status: 'PENDING' }, payment: { tid: 'b', status: 'PAID' } };
    assert.deepEqual(parse(two), ['a', 'PENDING']);
    assert.deepEqual(parse({ tid: 'a', data: { tid: 'b' } }), ['a', undefined]);
    assert.deepEqual(parse({ status: 'PENDING', data: { status: 'PAID' } }), [undefined, 'PENDING']);
    assert.deepEqual(parse({ data: { status: 'PENDING' }, payment: { status: 'PAID' } }), [undefined, 'PENDING']);
  });

  it('takes an amount from the level that has identifier and status, and else from the last that has one', () => {
    const [low, high] = [{ cryptoAmountReceived: '0.1' }, { cryptoAmountReceived: '0.2' }];
    const both = { tid: 't', status: 'PAID' };
    assert.deepEqual(factsOf({ ...both, ...low, data: high }), { received: '0.1' });
    assert.deepEqual(factsOf({ ...high, data: { ...both, ...low } }), { received: '0.1' });
    assert.deepEqual(factsOf({ ...both, data: low }), { received: '0.1' });
    assert.deepEqual(factsOf({ ...high, data: low }), { received: '0.1' });
  });

  it('is that of a test where it says so, in JSON or in a form', () => {
    for (const body of [{ test: true }, { test: 'true' }, { data: { test: true } }, 'status=PAID&test=true'])
      assert.deepEqual(factsOf(body), { test: true }, JSON.stringify(body));
    for (const test of [false, 'false', 1, '1', '', null, [true]])
      assert.deepEqual(factsOf({ test }), {}, JSON.stringify(test));
  });

  it('is read as a form, and behind a byte order mark', () => {
    assert.deepEqual(parse('tid=t&status=PAID&cryptoAmountReceived=0.10'), ['t', 'PAID']);
    assert.deepEqual(parse('\uFEFF{"tid":"t","status":"PAID"}'), ['t', 'PAID']);
  });

  it('accepts only own string properties of a sensible length as status', () => {
    for (const status of [1, null, true, ['PAID'], { PAID: 1 }, '', ' ', 'x'.repeat(201)])
      assert.deepEqual(parse({ tid: 't', status }), ['t', undefined], JSON.stringify(status));
    assert.deepEqual(parse('{"__proto__":{"tid":"t","status":"PAID"}}'), [undefined, undefined]);
    assert.deepEqual(parse({ tid: 12, status: 'PAID' }), [undefined, 'PAID']);
    assert.deepEqual(parse({ tid: 't', status: 'x'.repeat(200) }), ['t', 'x'.repeat(200)]);
    assert.deepEqual(parse({ tid: 't', status: 'PA\uFEFFID' }), ['t', 'PA\uFEFFID']);
    assert.deepEqual(parse({ data: [{ tid: 't', status: 'PAID' }] }), [undefined, undefined]);
  });

  it('is unreadable when it is no object', () => {
    for (const body of ['', ' ', 'PAID', '[]', '[{"tid":"t","status":"PAID"}]', '1', 'null', '{"tid":', '<a href="b">'])
      assert.equal(parse(body), undefined, body);
    assert.equal(parse('['.repeat(10_000)), undefined);
    assert.deepEqual(parse('{"data":'.repeat(10_000) + '1' + '}'.repeat(10_000)), [undefined, undefined]);
  });

  it('returns the reported amounts digit for digit, and null for an amount that is not one', () => {
    assert.deepEqual(
      factsOf(
        '{"status":"X","cryptoAmountReceived":0.123456789012345678,"confirmations":1,"confirmationsRequired":"2","expiresAt":"2026-11-20T10:00:00Z"}',
      ),
      {
        received: '0.123456789012345678',
        confirmations: 1,
        confirmationsRequired: 2,
        expiresAt: '2026-11-20T10:00:00.000Z',
      },
    );
    assert.deepEqual(factsOf('{"data":{"tid":"t","status":"X","confirmations":3}}'), { confirmations: 3 });
    const none =
      '{"status":"X","cryptoAmountReceived":-1,"confirmations":1.5,"confirmationsRequired":1e9,"expiresAt":7}';
    assert.deepEqual(factsOf(none), { received: null });
    assert.deepEqual(factsOf({ confirmations: 1_000_000, confirmationsRequired: 1_000_001 }), {
      confirmations: 1_000_000,
    });
    const expiresAt = 'Fri, 20 Nov 2026 10:00:00 GMT (40 chars)';
    assert.deepEqual(factsOf({ expiresAt }), { expiresAt: '2026-11-20T10:00:00.000Z' });
    assert.deepEqual(factsOf({ expiresAt: expiresAt.replace('40', 'of 41') }), {});
    // It would be another moment on a machine in another time zone.
    assert.deepEqual(factsOf({ expiresAt: '2026-11-20T10:00:00' }), {});
  });

  it('has no amount where it is null or empty, as in a form', () => {
    for (const empty of [null, '', ' ']) assert.deepEqual(factsOf({ cryptoAmountReceived: empty }), {});
    assert.deepEqual(factsOf('tid=t&status=PAID&cryptoAmountReceived='), {});
    for (const odd of [true, [], {}, 'x'])
      assert.deepEqual(factsOf({ cryptoAmountReceived: odd }), { received: null }, JSON.stringify(odd));
  });
});

describe('multipart form data', () => {
  const CRLF = '\r\n';
  const part = (header: string, value = 'PAID') =>
    `--x${CRLF}content-disposition: form-data${header}${CRLF}${CRLF}${value}`;
  const bodyOf = (...parts: string[]) => `${parts.join(CRLF)}${CRLF}--x--${CRLF}`;

  it('is read as a platform writes it', async () => {
    const form = new FormData();
    const note = `a${CRLF}--b${CRLF}${CRLF}c; name="status"`;
    for (const [name, value] of Object.entries({ tid: 't1', status: 'PAID', cryptoAmountReceived: '0.10', note }))
      form.set(name, value);
    assert.deepEqual(readWebhook(await new Response(form).text()), { id: 't1', status: 'PAID', received: '0.1' });
  });

  it('is read in each spelling of its headers, with empty values and parts without a name', () => {
    const body = bodyOf(part('; name="tid"', 't1'), part(''), part(';NAME="status"'), part(' ;\t name="state"', ''));
    assert.deepEqual(readWebhook(body), { id: 't1', status: 'PAID' });
  });

  it('takes a name from the headers of a part, and not from its value', () => {
    assert.deepEqual(readWebhook(bodyOf(part('', '; name="status"'))), {});
    assert.deepEqual(readWebhook(bodyOf(`--x${CRLF}; name="status"${CRLF}PAID`)), {});
  });

  it('is not read without its end, and only when it begins with the boundary', () => {
    assert.deepEqual(readWebhook(part('; name="status"')), {});
    const long = (length: number) => bodyOf(part('; name="status"')).replaceAll('--x', `--${'x'.repeat(length)}`);
    assert.deepEqual(readWebhook(long(70)), { status: 'PAID' });
    for (const other of ['--x', `--${CRLF}`, ` ${bodyOf(part('; name="status"'))}`, long(71)])
      assert.equal(readWebhook(other), undefined, other.slice(0, 9));
  });
});

describe('why a body is unreadable', () => {
  for (const [body, reason] of [
    ['', 'empty'],
    [' \n', 'empty'],
    ['\uFEFF', 'empty'],
    ['[]', 'JSON, but not an object'],
    ['\uFEFF"PAID"', 'JSON, but not an object'],
    ['PAID', 'not JSON, a form, or multipart'],
    ['{"status":"PAID"}', undefined],
    ['\uFEFFstatus=PAID', undefined],
  ] as const)
    it(`${JSON.stringify(body)}: ${reason ?? 'it is readable'}`, () => assert.equal(whyUnreadable(body), reason));
});
