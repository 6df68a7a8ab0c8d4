import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { startBtcpaySandboxWith } from '../../src/sandbox/btcpay/start-btcpay-sandbox.ts';
import { startBtcpaySandbox, startSandbox } from '../../src/sandbox/index.ts';
import { createSandbox } from '../../src/sandbox/service.ts';
import { startTestService } from '../../src/testing/index.ts';
import { until } from '../support/until.ts';

describe('options that the sandbox does not have', () => {
  for (const [options, message] of [
    [{ requestPerMinute: 5 }, 'requestPerMinute: no such option; did you mean requestsPerMinute?'],
    [{ prot: 4242 }, 'prot: no such option; did you mean port?'],
    [{ colour: 'red' }, 'colour: no such option'],
    [{ notShown: {} }, 'notShown: this option is now called contractGaps'],
    [{ random: () => 0 }, 'random: this option is now called seed'],
    [
      { contractGaps: { confirmation: { required: 1 } } },
      'contractGaps.confirmation: no such option; did you mean confirmations?',
    ],
  ] as const)
    it(`are rejected: ${message}`, async () => {
      await assert.rejects(startSandbox(options as never), { name: 'TypeError', message });
      await assert.rejects(startTestService(options as never), { name: 'TypeError', message });
      // Only a server has a port.
      if (!('prot' in options)) assert.throws(() => createSandbox(options as never), { name: 'TypeError', message });
    });

  it('have no effect when they are undefined', async () => {
    const sandbox = await startSandbox({ colour: undefined } as never);
    await sandbox.close();
  });
});

describe('values that an option of the sandbox cannot have', () => {
  for (const [options, message] of [
    [4242, 'options: must be an object such as { port: 4242 }'],
    [{ port: 'abc' }, 'port: must be a whole number from 0 to 65535'],
    [{ apiKey: '' }, 'apiKey: must be a text that is not empty'],
    [{ requestsPerMinute: 0 }, 'requestsPerMinute: must be a whole number from 1 on or Infinity'],
    [{ quota: '850' }, 'quota: must be a whole number from 0 on or Infinity'],
    [{ clock: 5 }, 'clock: must be a function'],
    [{ webhookTargets: 'all' }, "webhookTargets: must be 'loopback' or 'any'"],
    [{ contractGaps: [] }, 'contractGaps: must be an object'],
    [{ contractGaps: { numbers: 'plian' } }, "contractGaps.numbers: must be 'plain', 'exponent' or 'text'"],
    [{ contractGaps: { testMark: 'yes' } }, 'contractGaps.testMark: must be true or false'],
    [{ contractGaps: { expiresAfterMs: 0 } }, 'contractGaps.expiresAfterMs: must be a whole number from 1 on or null'],
    [
      { contractGaps: { confirmations: { required: 1 } } },
      'contractGaps.confirmations: must be an object with required (a whole number from 0 on), everyMs (a whole number from 0 on); all are needed',
    ],
    [
      { contractGaps: { webhookRetriesMs: [1, '2'] } },
      'contractGaps.webhookRetriesMs: must be a list, each item a whole number from 0 on',
    ],
  ] as const)
    it(`are rejected: ${message}`, async () => {
      await assert.rejects(startSandbox(options as never), { name: 'TypeError', message });
    });

  it('are refused of the sandbox of BTCPay Server too', async () => {
    for (const [options, message] of [
      [{ prot: 1 }, 'prot: no such option; did you mean port?'],
      [{ port: 70_000 }, 'port: must be a whole number from 0 to 65535'],
      [{ send: 'x' }, 'send: must be a function'],
      [{ unref: 'yes' }, 'unref: must be true or false'],
    ] as const)
      await assert.rejects(startBtcpaySandbox(options as never), { name: 'TypeError', message });
    const sandbox = await startBtcpaySandbox();
    assert.throws(() => sandbox.setWebhook('127.0.0.1:8080/pay'), /^TypeError: setWebhook\(\): must be an address/);
    await sandbox.close();
  });
});

describe('a sandbox in a test', () => {
  for (const [name, start] of [
    ['the payment service', 'startSandbox'],
    ['BTCPay Server', 'startBtcpaySandbox'],
  ] as const) {
    it(`of ${name} is closed at the end of a block with await using`, async () => {
      const sandbox = await { startSandbox, startBtcpaySandbox }[start]();
      await sandbox[Symbol.asyncDispose]();
      await assert.rejects(fetch(sandbox.url), TypeError);
    });

    it(`of ${name} lets the process end with unref`, () => {
      const module = JSON.stringify(new URL('../../src/sandbox/index.ts', import.meta.url).href);
      const program = `
        import { ${start} } from ${module};
        const { url } = await ${start}({ unref: true });
        console.log((await fetch(url)).status);`;
      const args = ['--input-type=module', '--eval', program];
      const { status, signal, stdout, stderr } = spawnSync(process.execPath, args, { timeout: 20_000 });
      assert.deepEqual([status, signal, String(stdout)], [0, null, '200\n'], String(stderr));
    });
  }

  it('of BTCPay Server lets the process end with unref while a webhook waits to be sent again', () => {
    const module = JSON.stringify(new URL('../../src/sandbox/btcpay/start-btcpay-sandbox.ts', import.meta.url).href);
    const program = `
      import { startBtcpaySandboxWith } from ${module};
      const send = async () => (console.log('sent'), { status: 503, text: '' });
      const { invoices, setWebhook, storeId } = await startBtcpaySandboxWith({ unref: true, send });
      setWebhook('http://127.0.0.1:8080/pay/webhook/btcpay');
      const wanted = { storeId, amount: '5.00', currency: 'EUR', metadata: {}, paymentMethodId: 'BTC-CHAIN' };
      invoices.create(wanted);`;
    const args = ['--input-type=module', '--eval', program];
    const { status, signal, stdout, stderr } = spawnSync(process.execPath, args, { timeout: 8_000 });
    assert.deepEqual([status, signal, String(stdout)], [0, null, 'sent\n'], String(stderr));
  });
});

describe('a data file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pay-elements-data-'));
  after(() => rmSync(folder, { recursive: true }));

  for (const [name, start] of [
    ['the payment service', startSandbox],
    ['BTCPay Server', startBtcpaySandbox],
  ] as const) {
    it(`is for one sandbox of ${name} at a time`, async () => {
      const data = join(folder, `${name}.json`);
      const first = await start({ data });
      await assert.rejects(start({ data }), {
        message: new RegExp(`^${data}: is in use by another sandbox \\(process`),
      });
      await first.close();
      await (await start({ data })).close();
    });

    it(`of an ended process is used again by a sandbox of ${name}`, async () => {
      const data = join(folder, `${name} ended.json`);
      const { pid } = spawnSync(process.execPath, ['--version']);
      writeFileSync(`${data}.lock`, String(pid));
      await (await start({ data })).close();
      assert.deepEqual([existsSync(`${data}.lock`), existsSync(data)], [false, true]);
    });

    it(`whose lock another program's number has, and nobody renews, is used again by a sandbox of ${name}`, async () => {
      const data = join(folder, `${name} reused.json`);
      writeFileSync(`${data}.lock`, String(process.ppid));
      await assert.rejects(start({ data }), { message: /is in use by another sandbox \(process/ });
      utimesSync(`${data}.lock`, 0, 0);
      await (await start({ data })).close();
    });

    it(`of another program is refused by a sandbox of ${name}, and stays as it is`, async () => {
      const data = join(folder, `${name} other.json`);
      writeFileSync(data, '{"name":"shop"}');
      await assert.rejects(start({ data }), { message: new RegExp(`^${data}: is not a data file of the sandbox`) });
      assert.equal(readFileSync(data, 'utf8'), '{"name":"shop"}');
      assert.equal(existsSync(`${data}.lock`), false);
    });

    it(`that is broken, a folder, damaged, or of the other sandbox is named by a sandbox of ${name}, with the reason`, async () => {
      const data = join(folder, `${name} reasons.json`);
      const other =
        name === 'BTCPay Server'
          ? ['{"seed":"a","account":{},"payments":[]}', 'it belongs to a sandbox of the payment service']
          : ['{"webhookSecret":"a"}', 'it belongs to a sandbox of BTCPay Server'];
      for (const [text, reason] of [['{"a":', 'Unexpected end of JSON input'], other]) {
        writeFileSync(data, text!);
        const message = `${data}: is not a data file of the sandbox: ${reason}. Use another file, or delete it.`;
        await assert.rejects(start({ data }), { message });
      }
      rmSync(data);
      mkdirSync(data);
      const message = `${data}: cannot be read: it is a folder, and a file is needed (EISDIR). Correct this, or use another file.`;
      await assert.rejects(start({ data }), { message });
      assert.equal(existsSync(`${data}.lock`), false);
    });

    it(`is not touched when the port of a sandbox of ${name} is in use`, async () => {
      const data = join(folder, `${name} port.json`);
      const { url, close } = await start();
      await assert.rejects(start({ data, port: Number(new URL(url).port) }), { code: 'EADDRINUSE' });
      await close();
      assert.equal(existsSync(data), false);
    });
  }

  it('keeps the refunds of a sandbox of BTCPay Server', async () => {
    const data = join(folder, 'refunds.json');
    const first = await startBtcpaySandboxWith({ data });
    const { storeId, invoices } = first;
    const wanted = { storeId, amount: '5.00', currency: 'EUR', metadata: {}, paymentMethodId: 'BTC-CHAIN' };
    const id = invoices.refund(invoices.create(wanted).id, '2.50', 'EUR');
    await first.close();
    const second = await startBtcpaySandboxWith({ data });
    const answer = await fetch(`${second.url}/api/v1/pull-payments/${id}`);
    assert.partialDeepStrictEqual(await answer.json(), { id, amount: '2.50', currency: 'EUR' });
    await second.close();
  });

  it('that can no longer be written does not end the process', async (t) => {
    const log = t.mock.method(console, 'error', () => {});
    const own = mkdtempSync(join(tmpdir(), 'pay-elements-gone-'));
    const sandbox = await startBtcpaySandboxWith({ data: join(own, 'btcpay.json') });
    rmSync(own, { recursive: true });
    const fields = { storeId: sandbox.storeId, currency: 'EUR', metadata: {}, paymentMethodId: 'BTC-CHAIN' };
    sandbox.invoices.create({ ...fields, amount: '1.00' });
    await until(() => log.mock.callCount() > 0, 'the error');
    assert.match(String(log.mock.calls[0]!.arguments[1]), /btcpay\.json: cannot be written/);
    await assert.rejects(sandbox.close(), /cannot be written/);
  });
});

it('no page of another site controls a sandbox, with or without Fetch Metadata', async () => {
  const foreign = [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }];
  for (const start of [startSandbox, startBtcpaySandbox]) {
    const { url, close } = await start();
    for (const headers of foreign) {
      const { status } = await fetch(`${url}/_control/advance`, { method: 'POST', headers: { ...headers } });
      assert.equal(status, 403);
    }
    const own = await fetch(url, { method: 'POST', headers: { origin: url }, redirect: 'manual' });
    assert.notEqual(own.status, 403);
    await close();
  }
});
