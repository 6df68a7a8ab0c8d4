import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Script } from 'node:vm';
import { parsePayment } from '../../src/core/index.ts';
import { createFixture } from './support/fixture.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const unescape = (text: string) =>
  text.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? '',
  );
const attribute = (page: string, name: string) => unescape(new RegExp(`${name}="([^"]*)"`).exec(page)?.[1] ?? '');

test('each hosted page contains the tag of its kind, with the payment and its status address', async () => {
  const { request, crypto, wallet, localcode } = createFixture();
  const made = [
    ['pay-crypto', await crypto(), 'pay', 'tid'],
    ['pay-wallet', await wallet(), 'wallet', 'pid'],
    ['pay-localcode', await localcode(), 'pay', 'bid'],
  ] as const;
  for (const [tag, data, room, key] of made) {
    const id = String(data[key]);
    const { status, body, headers } = await request('GET', `/${room}/${id}`);
    assert.equal(status, 200);
    assert.match(headers['content-type'] ?? '', /^text\/html/);
    assert.ok(body.includes(`<${tag} payment="`), tag);
    assert.match(body, /Sandbox: no real money/);
    assert.equal(attribute(body, 'status-url'), `/${room}/${id}/status`);
    const parsed = parsePayment(attribute(body, ' payment'));
    assert.ok(parsed.ok, JSON.stringify(parsed));
    assert.equal((parsed.payment as unknown as Record<string, unknown>)[key], id);
    assert.equal(parsed.payment.test, true);
  }
});

test('a hosted page shows no secret: no webhook address, no payout address, no meta', async () => {
  const { request, crypto, localcode, control } = createFixture();
  const marks = { webhook_url: 'http://127.0.0.1:9/secret-hook', meta: { secret: 'secret-meta' } };
  const tid = String((await crypto(marks))['tid']);
  const bid = String((await localcode(marks))['bid']);
  for (const path of [`/pay/${tid}`, `/pay/${tid}/status`, `/pay/${bid}`, `/pay/${bid}/status`]) {
    const { body } = await request('GET', path);
    assert.doesNotMatch(body, /secret|bc1qcr8te|DBus3bam/, path);
    assert.ok(!body.includes(control.payment(bid).code ?? '?'), path);
  }
});

test('a page loads nothing but its own, and all text on it is escaped', async () => {
  const { request, wallet, control } = createFixture();
  const pid = String((await wallet({ payout_email: "o'x&y@shop.example" }))['pid']);
  control.note(pid, '<script>alert(1)</script>"');
  for (const path of ['/', `/wallet/${pid}`]) {
    const { body, headers } = await request('GET', path);
    assert.match(headers['content-security-policy'] ?? '', /^default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.doesNotMatch(
      body,
      /<script(?! type="module" src="\/[a-z-]+\.js"><\/script>)|<style|\sstyle=|\son[a-z]+=/,
      path,
    );
    assert.doesNotMatch(body, /(src|href)="(?!\/|http:\/\/sandbox\.test\/|data:,|")/, path);
  }
  assert.ok((await request('GET', '/')).body.includes('&lt;script&gt;alert(1)&lt;/script&gt;&quot;'));
  assert.ok((await request('GET', `/wallet/${pid}`)).body.includes('o&#39;x&amp;y@shop.example'));
});

test('the status address returns the status, a version that grows, and the time of the next request', async () => {
  const { request, crypto, control } = createFixture();
  const id = String((await crypto())['tid']);
  const status = async () =>
    (await request('GET', `/pay/${id}/status?since=1`)).json as unknown as Record<string, unknown>;
  assert.deepEqual(await status(), { status: 'NEW', phase: 'awaiting', version: 1, after: 1000 });
  control.under(id, '0.0002');
  const { phase, cryptoAmountReceived } = await status();
  assert.deepEqual([phase, cryptoAmountReceived], ['underpaid', '0.0002']);
  control.pay(id);
  await control.advance(5_000);
  assert.deepEqual(await status(), {
    status: 'PAID',
    phase: 'paid',
    version: 5,
    cryptoAmountReceived: '0.00030973',
    confirmations: 2,
    confirmationsRequired: 2,
  });
});

test('a hosted page shows the phase of its status, whatever word the profile has for it', async () => {
  const { request, crypto, control } = createFixture({
    contractGaps: { statusWords: { CONFIRMING: 'In the Mempool' } },
  });
  const id = String((await crypto())['tid']);
  control.pay(id);
  const { status, phase } = (await request('GET', `/pay/${id}/status`)).json as unknown as Record<string, unknown>;
  assert.deepEqual([status, phase], ['In the Mempool', 'confirming']);
});

test('the payer enters the code on the hosted page, without a script', async () => {
  const { request, localcode, control } = createFixture();
  const id = String((await localcode())['bid']);
  assert.ok((await request('GET', `/pay/${id}`)).body.includes(`action="/pay/${id}/code"`));
  const page = (await request('GET', `/pay/${id}`)).body;
  assert.match(page, /<pay-localcode [^>]*>\s*<form slot="code"/, 'the tag shows it while the payment waits');
  const wrong = await request('POST', `/pay/${id}/code`, 'code=000', form);
  assert.deepEqual([wrong.status, wrong.headers['location']], [303, `/pay/${id}?wrong`]);
  const again = await request('GET', `/pay/${id}?wrong`);
  assert.match(again.body, /role="alert">[^<]*wrong/);
  assert.match(again.body, /aria-invalid="true"/);
  const right = await request('POST', `/pay/${id}/code`, `code=${control.payment(id).code ?? ''}`, form);
  assert.deepEqual([right.status, right.headers['location']], [303, `/pay/${id}`]);
  assert.equal(control.payment(id).state, 'PAID');
  assert.doesNotMatch((await request('GET', `/pay/${id}`)).body, /<form/);
  // Sent twice by an impatient finger: the page says where the payment stands.
  assert.equal((await request('POST', `/pay/${id}/code`, 'code=1', form)).headers['location'], `/pay/${id}`);
});

test('the payer makes the wallet transfer on the hosted page, with any note', async () => {
  const { request, wallet, control } = createFixture();
  const { pid, note } = await wallet();
  const id = String(pid);
  assert.match((await request('GET', `/wallet/${id}`)).body, /<b>shop@example\.com<\/b>/);
  await request('POST', `/wallet/${id}/transfer`, 'note=', form);
  assert.equal(control.payment(id).state, 'UNMATCHED');
  const right = await request(
    'POST',
    `/wallet/${id}/transfer`,
    String(new URLSearchParams({ note: String(note) })),
    form,
  );
  assert.deepEqual([right.status, right.headers['location']], [303, `/wallet/${id}`]);
  assert.equal(control.payment(id).state, 'PAID');
});

test('a payment is found at its own address only', async () => {
  const { request, crypto, wallet } = createFixture();
  const [tid, pid] = [String((await crypto())['tid']), String((await wallet())['pid'])];
  for (const path of [
    `/wallet/${tid}`,
    `/pay/${pid}`,
    '/pay/none',
    '/pay',
    `/pay/${tid}/more`,
    `/pay/${tid}/status/x`,
    '/x',
  ]) {
    assert.equal((await request('GET', path)).status, 404, path);
  }
  assert.equal((await request('GET', '/pay/none/status')).json.error['code'], 'unknown_payment');
  assert.equal((await request('POST', `/pay/${tid}/code`, 'code=1', form)).status, 404);
});

test('the panel lists payments, acts by plain forms, and shows the result', async () => {
  const { request, crypto, wallet, localcode, control } = createFixture();
  assert.match((await request('GET', '/')).body, /No payments yet/);
  const [tid, pid, bid] = [
    String((await crypto())['tid']),
    String((await wallet())['pid']),
    String((await localcode())['bid']),
  ];
  const { body } = await request('GET', '/');
  for (const play of ['pay', 'under', 'over', 'below-minimum', 'expire', 'fail', 'cancel']) {
    assert.ok(body.includes(`formaction="/panel/payments/${tid}/${play}"`), play);
  }
  assert.ok(body.includes(`action="/panel/payments/${pid}/note"`));
  assert.ok(body.includes(`action="/panel/payments/${bid}/code"`));
  assert.ok(body.includes(control.payment(bid).code ?? '?'));
  assert.match(body, /3 of 850/);
  assert.match(body, /19\.90 USD/);

  const played = await request('POST', `/panel/payments/${tid}/under`, '', form);
  assert.deepEqual([played.status, played.headers['location']], [303, '/']);
  const after = (await request('GET', '/')).body;
  assert.match(after, /UNDERPAID/);
  assert.match(after, /class="notice ok"[^>]*>Received /);
  assert.ok(after.includes(`action="/panel/deliveries/1/repeat"`));
  await request('POST', `/panel/payments/${tid}/refund`, '', form);
  await request('POST', `/panel/payments/${tid}/pay`, '', form);
  assert.match((await request('GET', '/')).body, /class="notice warn"[^>]*>Failed: the payment is already REFUNDED/);
  await request('POST', '/panel/clock', 'advance=60000', form);
  assert.match((await request('GET', '/')).body, /2026-01-15 09:31:00 UTC/);
});

test('the script, the style and the elements are served with their media types', async () => {
  const { request } = createFixture({ elementsScript: async () => 'customElements;' });
  const script = await request('GET', '/panel.js');
  assert.match(script.headers['content-type'] ?? '', /^text\/javascript/);
  assert.doesNotThrow(() => new Script(script.body));
  assert.match((await request('GET', '/sandbox.css')).headers['content-type'] ?? '', /^text\/css/);
  assert.equal((await request('GET', '/pay-elements.js')).body, 'customElements;');
});

test('without the built elements a hosted page still shows what to pay', async () => {
  const { request, crypto, control } = createFixture();
  const id = String((await crypto())['tid']);
  const { body } = await request('GET', `/pay/${id}`);
  const { address = '?', expected = '?' } = control.payment(id);
  assert.ok(body.includes(`<code>${address}</code>`));
  assert.ok(body.includes(`<code>${expected} BTC</code>`));
  assert.match((await request('GET', '/pay-elements.js')).body, /^\/\/ The elements are not built/);
});
