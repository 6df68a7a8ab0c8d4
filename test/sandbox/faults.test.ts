import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Profile } from '../../src/sandbox/contract/profiles.ts';
import { createSandbox } from '../../src/sandbox/service.ts';
import { localcodeBody, START, walletBody } from './support/fixture.ts';

/** A sandbox with a standing clock whose answers are held against nothing: they are meant to be wrong. */
function faulty(profile: Profile = 'strict') {
  const sandbox = createSandbox({
    clock: () => START,
    timers: { set: () => 0, clear: () => undefined },
    seed: 'faults',
    apiKey: 'user-key',
    profile,
  });
  const request = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer user-key' };
    return sandbox.handle({ method, path, headers, body: body ? JSON.stringify(body) : '' });
  };
  const create = (sandboxMeta?: object) =>
    request('POST', '/v1/wallet/payments', {
      ...walletBody,
      currency: 'USD',
      ...(sandboxMeta && { meta: { sandbox: sandboxMeta } }),
    });
  return { request, create, control: sandbox.control };
}

test('an answer is delayed by the clock, and other requests do not wait for it', async () => {
  const { request, create, control } = faulty();
  await request('POST', '/_control/faults', { fault: 'latency', ms: 5_000, path: '/v1/wallet/payments' });
  let answered = false;
  const slow = create().then((answer) => ((answered = true), answer));
  assert.equal((await request('GET', '/v2/user/me')).status, 200);
  await control.advance(4_999);
  assert.deepEqual([answered, control.payments().length], [false, 0]);
  await control.advance(1);
  assert.equal((await slow).status, 200);
  assert.equal((await create()).status, 200);
});

test('a connection ends before anything is done, or after all of it', async () => {
  const { create, control } = faulty();
  control.addFault({ fault: 'reset-before' });
  control.addFault({ fault: 'reset-after' });
  assert.equal((await create()).reset, true);
  assert.equal(control.payments().length, 0);
  assert.equal((await create()).reset, true);
  assert.equal(control.payments().length, 1);
  assert.equal((await create()).reset, undefined);
});

test('half of the JSON comes, of a payment that was made', async () => {
  const { create, control } = faulty();
  control.addFault({ fault: 'truncated' });
  const { status, body } = await create();
  assert.equal(status, 200);
  assert.throws(() => JSON.parse(body) as unknown, SyntaxError);
  assert.equal(control.payments().length, 1);
});

test('an error status is sent with and without Retry-After, and creates a payment only if the fault sets it', async () => {
  const { request, create, control } = faulty();
  for (const [fields, status, retryAfter] of [
    [{}, 500, undefined],
    [{ status: 503, retryAfter: 7 }, 503, '7'],
    [{ status: 429 }, 429, undefined],
    [{ status: 429, retryAfter: 2 }, 429, '2'],
  ] as const) {
    assert.equal((await request('POST', '/_control/faults', { fault: 'status', ...fields })).status, 200);
    const answer = await create();
    assert.deepEqual([answer.status, answer.headers['retry-after']], [status, retryAfter]);
  }
  assert.equal(control.payments().length, 0);
  assert.equal(control.account().used, 0);
  control.addFault({ fault: 'status', status: 500, processed: true });
  assert.equal((await create()).status, 500);
  assert.equal(control.payments().length, 1);
});

test('a fault wears the shape of the profile: as HTML, or with a date', async () => {
  const weird = faulty('weird');
  weird.control.addFault({ fault: 'status', status: 502 });
  const page = await weird.create();
  assert.match(page.headers['content-type'] ?? '', /^text\/html/);
  assert.match(page.body, /^<!doctype html><title>502</);
  const lenient = faulty('lenient');
  lenient.control.addFault({ fault: 'status', status: 503, retryAfter: 60 });
  const { headers } = await lenient.create();
  assert.equal(Date.parse(headers['retry-after'] ?? '') - Date.parse(headers['date'] ?? ''), 60_000);
});

test('a stale answer to 4.5 is that of an earlier payment, whatever the request is, and the fault waits until there is one', async () => {
  const { request, control } = faulty();
  const create = async (fields?: object) => {
    const { body } = await request('GET', '/v1/payments/localcode', {
      ...localcodeBody,
      webhook_url: undefined,
      ...fields,
    });
    return (JSON.parse(body) as { data: { bid: string; amount: number } }).data;
  };
  control.addFault({ fault: 'stale', path: '/v1/payments/localcode', times: 2 });
  const first = await create();
  assert.equal(control.faults()[0]?.times, 2);
  assert.deepEqual(await create({ amount: 77 }), first);
  assert.deepEqual(await create(), first);
  assert.equal(control.payments().length, 1);
  assert.equal((await create({ amount: 77 })).amount, 77);
});

test('faults apply in order, each to its path and its number of times, and can be cleared', async () => {
  const { request, create, control } = faulty();
  await request('POST', '/_control/faults', { fault: 'status', status: 503, times: 2 });
  await request('POST', '/_control/faults', { fault: 'status', status: 500, path: '/v2/user/me' });
  const { body } = await request('GET', '/_control/faults');
  assert.deepEqual(JSON.parse(body), {
    faults: [
      { fault: 'status', times: 2, status: 503 },
      { fault: 'status', path: '/v2/user/me', times: 1, status: 500 },
    ],
  });
  assert.deepEqual([(await create()).status, (await create()).status, (await create()).status], [503, 503, 200]);
  assert.equal((await request('GET', '/v2/user/me')).status, 500);
  control.addFault({ fault: 'reset-before', times: 99 });
  await request('POST', '/_control/faults/clear');
  assert.equal((await create()).status, 200);
});

test('a creation can bring its own fault, which a repetition of the same body meets no more', async () => {
  const { create, control } = faulty();
  const fault = { fault: 'status', status: 503, times: 2 };
  assert.deepEqual(
    [(await create({ fault })).status, (await create({ fault })).status, (await create({ fault })).status],
    [503, 503, 200],
  );
  assert.equal((await create({ fault: { fault: 'reset-after' } })).reset, true);
  assert.equal(control.payments().length, 2);
});

test('an unknown fault is rejected with the invalid field', async () => {
  const { request } = faulty();
  for (const [fields, field] of [
    [{}, 'fault'],
    [{ fault: 'flood' }, 'fault'],
    [{ fault: 'latency' }, 'ms'],
    [{ fault: 'latency', ms: 'soon' }, 'ms'],
    [{ fault: 'status', status: 302 }, 'status'],
    [{ fault: 'status', retryAfter: -1 }, 'retryAfter'],
    [{ fault: 'truncated', path: '/v1/nothing' }, 'path'],
    [{ fault: 'stale', path: '/v1/payments' }, 'path'],
    [{ fault: 'truncated', often: 2 }, 'often'],
  ] as const) {
    const { status, body } = await request('POST', '/_control/faults', fields);
    assert.deepEqual([status, (JSON.parse(body) as { error: { field: string } }).error.field], [400, field]);
  }
});
