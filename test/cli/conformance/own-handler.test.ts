import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CHECKS } from '../../../src/cli/conformance/checks/index.ts';
import { runChecks } from '../../../src/cli/conformance/run-checks.ts';
import { Shop } from '../../../src/cli/conformance/shop.ts';
import { startSandbox } from '../../../src/sandbox/index.ts';
import { freePort } from '../../support/free-port.ts';
import { runCli } from '../run.ts';
import { openOrders, startNodeShop } from './node-shop.ts';

const program = fileURLToPath(new URL('node-shop.ts', import.meta.url));
const shop = (args: string) => `"${process.execPath}" "${program}" ${args}`;

interface Report {
  readonly ok: boolean;
  readonly checks: readonly {
    readonly name: string;
    readonly state: string;
    readonly message?: string;
    readonly docs: string;
    readonly request?: string;
    readonly response?: string;
  }[];
}

describe('pay-elements conformance', () => {
  let folder: string;
  const ports: number[] = [];
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'pay-elements-conformance-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Runs the command for the handler of this package, in two processes with one SQLite file. */
  async function run(...args: string[]) {
    const [first, second] = [await freePort(), await freePort()];
    const base = `http://127.0.0.1:${first}/pay`;
    ports.push(first, second);
    return runCli(
      [
        ...['conformance', base, '--second', `http://127.0.0.1:${second}/pay`],
        ...['--start', `exec ${shop('')}`, '--order', shop('order "$AMOUNT" "$CURRENCY" $OFFER_SECONDS')],
        ...['--change-order', shop('change "$ORDER" "$AMOUNT" "$CURRENCY"'), ...args],
      ],
      { DATABASE: join(folder, `${first}.db`) },
    );
  }

  it('passes for our own handler over node:http, in two processes', { timeout: 300_000 }, async () => {
    const contractGaps = { quoteDecimals: { ETH: 18 }, noteMarks: true } as const;
    const sandbox = await startSandbox({ requestsPerMinute: 100_000, quota: 100_000, contractGaps });
    const [first, second] = [await freePort(), await freePort()];
    const base = `http://127.0.0.1:${first}/pay`;
    const file = join(folder, 'own.db');
    const options = {
      file,
      serviceUrl: sandbox.url,
      serviceKey: sandbox.apiKey,
      secret: 's'.repeat(40),
      publicUrl: base,
    };
    const orders = openOrders(file);
    const shops = [await startNodeShop(options, first), await startNodeShop(options, second)];
    try {
      const shop = new Shop({
        base,
        second: `http://127.0.0.1:${second}/pay`,
        control: sandbox.control,
        secrets: [sandbox.apiKey, 'private-cart'],
        recipes: {
          order: async ({ amount, currency, offerSeconds }) => ({
            orderRef: orders.add(amount, currency, offerSeconds),
          }),
          changeOrder: async (orderRef, amount, currency) => orders.change(orderRef, amount, currency),
        },
      });
      const results = await runChecks(shop, CHECKS);
      assert.deepEqual(
        results.filter(({ state }) => state !== 'ok').map(({ name, state, message }) => [name, state, message]),
        [['other-visitor', 'skipped', results[2]!.message]],
      );
    } finally {
      orders.close();
      await Promise.all(shops.map((each) => each.close()));
      await sandbox.close();
    }
  });

  it('starts a backend in two processes, and ends both', async () => {
    const { code, out, err } = await run('--json', '--only', 'order,two-processes,offer-has-an-end,changed-order');
    assert.equal(code, 0, out + err);
    const { ok, checks } = JSON.parse(out) as Report;
    assert.deepEqual([ok, checks.map(({ state }) => state)], [true, ['ok', 'ok', 'ok', 'ok']]);
    assert.ok(ports.length >= 2);
    for (const port of ports) await assert.rejects(fetch(`http://127.0.0.1:${port}`), 'the backend has ended');
  });

  it('requests the checkout of each order, where the word ORDER is in the address', async () => {
    const port = await freePort();
    const server = 'createServer((_, response) => response.end(process.env.PAY_URL)).listen(process.env.PORT)';
    const { out } = await runCli([
      ...['conformance', `http://127.0.0.1:${port}/pay/ORDER`, '--only', 'order', '--json'],
      ...['--start', `exec "${process.execPath}" -e "require('http').${server}"`, '--order', 'echo 1f0c'],
    ]);
    const { request, response } = (JSON.parse(out) as Report).checks[0]!;
    assert.equal(request, `GET http://127.0.0.1:${port}/pay/1f0c/orders/1f0c`);
    assert.match(response!, new RegExp(`\n\nhttp://127\\.0\\.0\\.1:${port}/pay$`), 'PAY_URL is without the order');
  });

  it('prints what failed with the request, the answer and the paragraph, and exits with 1', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('<h1>A page\u001b[31m</h1>');
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    try {
      const args = ['conformance', `http://127.0.0.1:${port}/pay`, '--order', 'echo 1f0c', '--only', 'order'];
      const { code, out } = await runCli([...args, '--port', '0']);
      assert.equal(code, 1);
      assert.match(out, /^The backend has to run with these settings:\n\nSERVICE_URL=http:\S+\nSERVICE_KEY=sandbox-/);
      assert.match(
        out,
        /\nfailed {3}order\n {9}GET orders\/:order answers 200 [^]* {9}order is missing: .*\n.* {9}docs\/any-backend\.md#an-order\n/,
      );
      assert.match(out, / {9}\| GET http:\/\/127\.0\.0\.1:\d+\/pay\/orders\/1f0c\n[^]* {9}\| 200 \(after \d+ ms\)\n/);
      assert.ok(out.includes('<h1>A page�[31m</h1>'), 'the answer cannot change the terminal');
      assert.match(out, /\n0 ok, 1 failed, 0 skipped\.\n$/);
      const json = await runCli([...args, '--port', '0', '--json']);
      const [check] = (JSON.parse(json.out) as Report).checks;
      assert.equal(json.code, 1);
      assert.deepEqual([check!.name, check!.state, check!.docs], ['order', 'failed', 'docs/any-backend.md#an-order']);
      assert.match(check!.request!, /^GET http/);
      const none = await runCli(['conformance', args[1]!, '--order', 'echo 1f0c', '--only', 'since', '--port', '0']);
      assert.equal(none.code, 1);
      assert.match(none.out, /\n0 ok, 0 failed, 1 skipped\.\nNothing was checked\.\n$/);
    } finally {
      server.close();
    }
  });

  it('reports commands that cannot be used', async () => {
    const port = await freePort();
    const base = ['conformance', `http://127.0.0.1:${port}/pay`];
    const order = ['--order', 'exit 3'];
    const sleeper = `exec "${process.execPath}" -e "require('http').createServer().listen(process.env.PORT)"`;
    for (const [args, code, message] of [
      [['conformance'], 2, /^Pass the address of the checkout/],
      [
        [...base, 'http://127.0.0.1:8081/pay', ...order],
        2,
        /^Pass one address\. That of a second process of the backend is --second <url>\./,
      ],
      [
        ['conformance', '127.0.0.1:8080/pay', ...order],
        2,
        /^'127\.0\.0\.1:8080\/pay' is no http or https address\. Write http:\/\/127\.0\.0\.1:8080\/pay\./,
      ],
      [[...base, ...order, '--second', base[1]!], 2, /^--second is 127\.0\.0\.1:\d+, as the first process is\./],
      [['conformance', 'ftp://shop/pay', ...order], 2, /^'ftp:\/\/shop\/pay' is no http or https address\.\n/],
      [
        [...base, ...order, '--second', 'shop'],
        2,
        /^--second 'shop' is no http or https address\. Write http:\/\/shop\./,
      ],
      [
        [...base, ...order, '--page', 'http://shop/orders'],
        2,
        /^--page must be an http or https address with the word ORDER/,
      ],
      [base, 2, /^--order is missing/],
      [
        [...base, ...order, '--only', 'sinc'],
        2,
        /^There is no check 'sinc'\. Did you mean 'since'\? --list prints them\./,
      ],
      [
        [...base, ...order, '--port', '0'],
        1,
        /^Nothing can be reached at 127\.0\.0\.1:\d+\. Is the address right\? Start the backend/,
      ],
      [[...base, ...order, '--start', 'echo broken; exit 1'], 1, /^The backend ended before it listened at .*\nbroken/],
      [
        [...base, ...order, '--start', sleeper],
        1,
        /^The command of --order failed, 'exit 3': it ended with the exit code 3/,
      ],
      [
        [...base, '--order', 'true', '--start', sleeper],
        1,
        /^The command of --order failed, 'true': it printed no address/,
      ],
    ] as const) {
      const result = await runCli(args);
      assert.deepEqual([result.code, message.test(result.err)], [code, true], result.err);
    }
  });

  it('stops at an address that is not that of a checkout: a page, and no answer', async () => {
    const server = createServer((request, response) => {
      if (request.url!.startsWith('/pages/'))
        response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>No</h1>');
      else request.socket.destroy();
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    try {
      for (const [path, reason] of [
        ['/pages', ' answers with a page (HTTP 404, text/html), and a checkout answers with JSON.'],
        ['/nothing', ' has no response: socket hang up.'],
      ] as const) {
        const url = `${base}${path}`;
        const { code, err } = await runCli(['conformance', url, '--order', 'echo 1f0c', '--port', '0']);
        const question = `Is ${url} the address of the checkout, with its path?`;
        assert.deepEqual([code, err], [1, `GET ${url}/orders/1f0c${reason} ${question}\n`]);
      }
    } finally {
      server.close();
    }
  });

  it('lists the checks with --list', async () => {
    const { code, out } = await runCli(['conformance', '--list']);
    assert.equal(code, 0);
    assert.match(out, /^one-payment-per-choice\n {2}There is one open payment for each order/m);
  });
});
