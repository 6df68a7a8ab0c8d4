import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, afterEach, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { startSandbox, type RunningSandbox, type StartOptions } from '../../src/sandbox/index.ts';
import { nodeHandler } from '../../src/server/http/node/index.ts';
import { sqliteStore } from '../../src/server/stores/sqlite.ts';
import { freePort } from '../support/free-port.ts';
import { openShop, ORDER, SECRET, sendWebhook, webhookOf, type Shop } from '../server/shop.ts';
import { judgeForgedHeader } from '../../src/cli/doctor/visitors.ts';
import { runCli } from './run.ts';

interface Report {
  readonly ok: boolean;
  readonly findings: readonly {
    readonly name: string;
    readonly state: string;
    readonly message: string;
    readonly fix?: string;
    readonly facts?: Readonly<Record<string, unknown>>;
  }[];
}

describe('pay-elements doctor', () => {
  let folder: string;
  let sandbox: RunningSandbox;
  let shop: Shop;
  const ends: (() => unknown)[] = [];
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pay-elements-'));
    sandbox = await startSandbox();
    shop = await openShop(sandbox);
  });
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });
  after(async () => {
    await shop.close();
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });

  const environment = (more: Readonly<Record<string, string>> = {}) => ({
    SERVICE_URL: sandbox.url,
    SERVICE_KEY: sandbox.apiKey,
    PAY_SECRET: SECRET,
    PAY_URL: shop.url,
    ...more,
  });

  /** What it finds, by name. */
  async function examine(more: Readonly<Record<string, string>> = {}, args: readonly string[] = []) {
    const { code, out, err } = await runCli(['doctor', '--json', ...args], environment(more));
    assert.equal(err, '');
    const { ok, findings } = JSON.parse(out) as Report;
    assert.equal(code, ok ? 0 : 1);
    assert.equal(ok, !findings.some(({ state }) => state === 'problem'));
    // Those of the configuration are the messages of createCheckout.
    for (const { message, fix = '' } of findings.filter(({ name }) => name !== 'configuration'))
      for (const line of [...message.split('\n'), ...fix.split('\n')]) assert.ok(line.length <= 150, line);
    return Object.fromEntries(findings.map((finding) => [finding.name, finding]));
  }

  /** A server of the test's, closed with it. */
  async function listen(handle: RequestListener): Promise<string> {
    const server: Server = createServer(handle);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ends.push(() => (server.closeAllConnections(), server.close()));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async function withSandbox(options: StartOptions): Promise<RunningSandbox> {
    const other = await startSandbox(options);
    ends.push(() => other.close());
    return other;
  }

  it('reports that everything works, as text and as JSON, and shows no key', async () => {
    const db = join(folder, 'well.db');
    sqliteStore(new DatabaseSync(db));
    const { code, out, err } = await runCli(['doctor', '--sqlite', db], environment());
    assert.deepEqual([code, err], [0, ''], out);
    const output = out.replace(/\s+/g, ' ');
    for (const line of [
      /Configuration ok Read from the environment\./,
      /Service ok http:\/\/127\.0\.0\.1:\d+ responded in \d+ ms\./,
      /Account ok sandbox, merchant@sandbox\.example\. Plan Base \(Unlimited\)\. Its key: \[redacted\]\./,
      /Usage ok Store Sandbox store: 0 of 850 requests \(0 %\) since/,
      /Store ok \S+well\.db can be written to\. Open payments: 0\./,
      /Status words ok Every status of the newest 0 payments is known\./,
      /Webhooks ok A webhook through http\S+ arrived in/,
    ])
      assert.match(output, line);
    assert.match(out, /\n\nNo problems found\.\n$/);
    for (const line of out.split('\n')) if (!line.includes('://')) assert.ok(line.length <= 80, line);
    const json = await runCli(['doctor', '--json', '--sqlite', db], environment());
    for (const secret of [sandbox.apiKey, sandbox.storeApiKey, SECRET])
      assert.ok(!out.includes(secret) && !json.out.includes(secret));
  });

  it('touches no payment, spends no request of the quota, and the shop is notified', async () => {
    const from = shop.received.length;
    const { usage } = await examine();
    const delivered = shop.received.slice(from).map(({ type }) => type);
    assert.deepEqual(delivered, ['probe-answered', 'probe-answered', 'probe-answered']);
    assert.equal((usage!.facts!.stores as { used: number }[])[0]!.used, 0);
    assert.equal(await shop.store.countOpen(), 0);
    assert.equal((await examine()).usage!.state, 'ok');
  });

  it('reads a module, as object or function, and stored settings beside it', async () => {
    const file = join(folder, 'pay.config.mjs');
    const source = fileURLToPath(new URL('../../src/server/stores/sqlite.ts', import.meta.url));
    writeFileSync(
      file,
      `import { DatabaseSync } from 'node:sqlite';
       import { sqliteStore } from ${JSON.stringify(source)};
       export default async () => ({
         service: { baseUrl: process.env.URL_OF_SERVICE, apiKey: process.env.KEY_OF_SERVICE },
         secret: ${JSON.stringify(SECRET)}, publicUrl: ${JSON.stringify(shop.url)},
         store: sqliteStore(new DatabaseSync(':memory:')), order: async () => undefined,
       });`,
    );
    const env = join(folder, '.env');
    writeFileSync(env, `URL_OF_SERVICE=${sandbox.url}\nKEY_OF_SERVICE=${sandbox.apiKey}\n`);
    const none = { SERVICE_URL: '', SERVICE_KEY: '', PAY_SECRET: '', PAY_URL: '' };
    const found = await examine(none, ['--config', file, '--env-file', env]);
    assert.deepEqual(
      Object.values(found).flatMap(({ name, state }) => (state === 'skipped' ? [] : [[name, state]])),
      ['configuration', 'service', 'account', 'usage', 'store', 'statuses', 'webhooks', 'visitors'].map((name) => [
        name,
        'ok',
      ]),
    );
    assert.match(found.configuration!.message, /\.mjs\.\nIt has neither onPaid nor onStatus, so nothing is called/);
    assert.match(found.order!.message, /payout addresses were not checked/);
    assert.match(found.order!.fix!, /^Pass --order <ref>/);
  });

  it('reports a clock that differs from that of the service', async () => {
    const { port } = new URL(sandbox.url);
    const url = await listen((question, answer) => {
      const { method, headers, url: path } = question;
      const passed = request({ port, method, path, headers }, (response) => {
        const date = new Date(Date.now() + 59.6 * 60_000).toUTCString();
        answer.writeHead(response.statusCode!, { ...response.headers, date });
        response.pipe(answer);
      });
      question.pipe(passed);
    });
    const { service } = await examine({ SERVICE_URL: url });
    assert.equal(service!.state, 'problem');
    assert.match(service!.message, /The clock of this machine is 60 min behind that of the service\.$/);
    assert.match(service!.fix!, /Set the clock/);
  });

  it('warns when webhooks that are sent as forms are refused, as the CSRF check of SvelteKit and Astro does', async () => {
    const isForm = ({ headers }: IncomingMessage) => headers['content-type'] === 'application/x-www-form-urlencoded';
    const url = await listen((question, answer) => {
      if (isForm(question)) answer.writeHead(403).end('Cross-site POST form submissions are forbidden');
      else nodeHandler(shop.checkout)(question, answer);
    });
    const { webhooks, forms } = await examine({ PAY_URL: `${url}/pay` });
    assert.deepEqual([webhooks!.state, forms!.state, forms!.facts], ['ok', 'warning', { status: 403 }]);
    assert.match(forms!.fix!, /CSRF check/);
  });

  it('names the unknown status words, until statusMap has them', async () => {
    const file = join(folder, 'words.db');
    const store = sqliteStore(new DatabaseSync(file));
    const busy = await openShop(sandbox, { store, order: () => ORDER });
    ends.push(() => busy.close());
    for (const [order, status] of [
      ['1', 'COMPLETED'],
      ['2', 'COMPLETED'],
      ['3', `ODD\u202E ${'x'.repeat(90)}`],
      ['4', 'PAID'],
    ] as const) {
      assert.equal((await busy.pay({ order, method: 'wallet' })).status, 201);
      assert.equal((await sendWebhook(webhookOf(sandbox), { status })).status, 200);
    }
    const { statuses } = await examine({}, ['--sqlite', file]);
    assert.equal(statuses!.state, 'warning');
    assert.match(
      statuses!.message,
      /^Of the newest 4 payments, 3 have a status that is not known:\nCOMPLETED \(2 payments\)\nODD\ufffd x+… \(1 payment\)$/,
    );
    assert.match(statuses!.fix!, /statusMap: \{ COMPLETED: 'paid' \}/);
    assert.deepEqual((statuses!.facts!['words'] as object[])[0], { status: 'COMPLETED', payments: 2 });

    const config = join(folder, 'words.config.mjs');
    writeFileSync(
      config,
      `export default { statusMap: { completed: 'paid', wrong: 'no phase' }, order: () => undefined };`,
    );
    const known = await examine({}, ['--config', config, '--sqlite', file]);
    assert.match(known.statuses!.message, /, 1 has a status that is not known:\nODD/);
  });

  it('reports all errors of the configuration', async () => {
    const { configuration, service, webhooks } = await examine({
      SERVICE_URL: 'api.example',
      SERVICE_KEY: '',
      PAY_SECRET: 'short',
      PAY_URL: 'http://shop.example/pay',
    });
    assert.equal(configuration!.state, 'problem');
    for (const name of [
      /service\.baseUrl \(SERVICE_URL\): an absolute/,
      /apiKey \(SERVICE_KEY\) is missing/,
      /secret \(PAY_SECRET\): at least 32/,
      /publicUrl \(PAY_URL\): https/,
    ])
      assert.match(configuration!.message, name);
    assert.deepEqual([service!.state, webhooks!.state], ['skipped', 'skipped']);
  });

  it('names the variable of each part that is missing or wrong', async () => {
    const none = await examine({ SERVICE_URL: '', SERVICE_KEY: '', PAY_SECRET: '', PAY_URL: '' });
    for (const name of ['SERVICE_URL', 'SERVICE_KEY', 'PAY_SECRET', 'PAY_URL'])
      assert.ok(none.configuration!.message.includes(` (${name}) is missing.`), name);
    const { configuration } = await examine({ PAY_SECRET_PREVIOUS: 'x', PAY_URL: '' });
    assert.equal(configuration!.state, 'problem');
    assert.match(configuration!.message, /\npublicUrl \(PAY_URL\) is missing\./);
    assert.match(configuration!.message, /\nsecret\[1\] \(PAY_SECRET_PREVIOUS\): at least 32 bytes/);
  });

  it('has the rest of a module read as the shop would, without working for it', async () => {
    const file = join(folder, 'odd.mjs');
    const options = { service: { baseUrl: sandbox.url, apiKey: sandbox.apiKey }, secret: SECRET, publicUrl: shop.url };
    const delivered: [string, RegExp][] = [
      ["statusMap: { SETTLED: 'great' }", /statusMap\.SETTLED: one of awaiting/],
      ["allowedOrigins: ['*']", /allowedOrigins/],
      ['longPoll: { timeout: 15 }', /longPoll\.timeout: a number of milliseconds from 100/],
    ];
    for (const [i, [more, result]] of delivered.entries()) {
      const each = file.replace('.mjs', `-${i}.mjs`);
      writeFileSync(each, `export default { ...${JSON.stringify(options)}, order() {}, ${more} };`);
      const { configuration } = await examine({}, ['--config', each]);
      assert.equal(configuration!.state, 'problem');
      assert.match(configuration!.message, result);
    }
  });

  it('reports why a module cannot be used', async () => {
    const file = join(folder, 'broken.mjs');
    for (const [text, result] of [
      ['export const options = {};', /has no default export/],
      ['export default { handle() {} };', /exports a checkout\. Export the options/],
      ['import "nowhere-at-all";', /cannot be loaded: Cannot find package/],
    ] as const) {
      const each = file.replace('.mjs', `-${text.length}.mjs`);
      writeFileSync(each, text);
      const { code, err } = await runCli(['doctor', '--config', each]);
      assert.equal(code, 1);
      assert.match(err, result);
    }
    assert.match(
      (await runCli(['doctor', '--config', 'gone.mjs'])).err,
      /^gone\.mjs does not exist\. Check the path after --config\.\n$/,
    );
  });

  it('distinguishes a wrong key from a service that is down, and from another server', async () => {
    const wrong = await examine({ SERVICE_KEY: 'another-key' });
    assert.equal(wrong.service!.state, 'problem');
    assert.match(wrong.service!.message, /does not accept the key \(HTTP 401\)/);
    assert.match(wrong.service!.fix!, /SERVICE_KEY/);
    assert.ok(!JSON.stringify(wrong).includes('another-key'));

    const down = await examine({ SERVICE_URL: `http://127.0.0.1:${await freePort()}` });
    assert.match(down.service!.message, /cannot be reached: nothing listens there/);

    const page = await listen((_request, response) => response.end('<h1>Welcome</h1>'));
    const other = await examine({ SERVICE_URL: page });
    assert.match(other.service!.message, /is not the payment service/);
    const ill = await listen((_request, response) => response.writeHead(500).end());
    assert.match((await examine({ SERVICE_URL: ill })).service!.message, /has an internal error \(HTTP 500\)/);
  });

  it('reports swapped keys without their values', async () => {
    const { apiKey, storeApiKey } = sandbox;
    const configurations: [Readonly<Record<string, string>>, RegExp][] = [
      [{ SERVICE_KEY: storeApiKey }, /\(SERVICE_KEY\) is the store key of the sandbox: use its user key/],
      [{ SERVICE_KEY: SECRET, PAY_SECRET: apiKey }, /\(PAY_SECRET\) is a key of the sandbox: it and .* are swapped/],
      [
        { SERVICE_KEY: apiKey, PAY_SECRET: storeApiKey },
        /\(PAY_SECRET\) is a key of the sandbox: use a different secret/,
      ],
      [{ SERVICE_KEY: apiKey, PAY_SECRET: apiKey }, /\(PAY_SECRET\) is the same as service\.apiKey/],
      [{ SERVICE_KEY: sandbox.url, SERVICE_URL: apiKey }, /\(SERVICE_KEY\) is an address: it and .*URL\) are swapped/],
      [{ SERVICE_KEY: sandbox.url }, /\(SERVICE_KEY\) is an address, not a key/],
      [{ SERVICE_URL: 'https://service.invalid' }, /is a key of the sandbox, and .* is another service/],
    ];
    for (const [environment, result] of configurations) {
      const found = await examine(environment);
      assert.equal(found.configuration!.state, 'problem');
      assert.match(found.configuration!.message, result);
      for (const key of [apiKey, storeApiKey, SECRET]) assert.ok(!JSON.stringify(found).includes(key));
    }
  });

  it("names keys by the account's own answer, where the service takes them", async () => {
    const keys = {
      apiKey: 'a key of the account, forty characters',
      storeApiKey: 'the key of a store, forty characters',
    };
    const named = Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, key.replaceAll(' ', '-')]));
    const lenient = await withSandbox({ profile: 'lenient', ...named });
    const base = { SERVICE_URL: lenient.url, SERVICE_KEY: lenient.apiKey };
    assert.equal((await examine(base)).keys, undefined);
    const store = (await examine({ ...base, SERVICE_KEY: lenient.storeApiKey })).keys!;
    assert.equal(store.state, 'problem');
    assert.match(store.message, /\(SERVICE_KEY\) is the key of the store Sandbox store\./);
    const secret = (await examine({ ...base, PAY_SECRET: lenient.storeApiKey })).keys!;
    assert.match(secret.message, /\(PAY_SECRET\) is the key of the store Sandbox store, which the service knows/);
    assert.match(secret.fix!, /openssl rand -hex 32/);
  });

  it('names a version in the address of the service', async () => {
    for (const version of ['/v1', '/api/v2/']) {
      const { configuration, service } = await examine({ SERVICE_URL: sandbox.url + version });
      assert.equal(configuration!.state, 'warning');
      const without = sandbox.url + version.replace(/\/v\d\/?$/, '');
      const ending = version.replace('/api', '').replace(/\/$/, '');
      const output = `service.baseUrl (SERVICE_URL) ends in ${ending}, but each call adds its own version: set it to ${without}.`;
      assert.ok(configuration!.message.endsWith(output), configuration!.message);
      assert.equal(service!.state, 'problem');
      assert.equal(service!.fix, output);
    }
  });

  it('refuses PUBLIC_URL, which is not read any more', async () => {
    const { code, err } = await runCli(['doctor'], environment({ PAY_URL: '', PUBLIC_URL: shop.url }));
    assert.equal(code, 1);
    assert.match(err, /PUBLIC_URL is not read any more\. The public URL of the checkout is PAY_URL\./);
  });

  it('warns when the requests are nearly used up, and reports a problem when they are used up', async () => {
    for (const [quota, state, result] of [
      [5, 'warning', /4 of 5 requests \(80 %\)/],
      [4, 'problem', /4 of 4 requests \(100 %\)/],
    ] as const) {
      const other = await withSandbox({ quota });
      const spending = await openShop(other, { creationLimit: false, order: async () => ORDER_OF });
      for (let orders = 0; orders < 4; orders += 1) await spending.pay({ order: `${orders}`, method: 'wallet' });
      await spending.close();
      const { usage } = await examine({ SERVICE_URL: other.url, SERVICE_KEY: other.apiKey });
      assert.deepEqual([usage!.state, result.test(usage!.message)], [state, true], usage!.message);
      assert.match(usage!.fix!, /larger plan/);
    }
  });

  it('reports tables of a newer release, missing tables, and an invalid file', async () => {
    const later = join(folder, 'later.db');
    const db = new DatabaseSync(later);
    sqliteStore(db);
    db.exec('INSERT INTO pay_schema (version) VALUES (99)');
    const found = (await examine({}, ['--sqlite', later])).store!;
    assert.equal(found.state, 'problem');
    assert.match(found.message, /later\.db have version 99; this release supports versions up to \d+\./);
    assert.match(found.fix!, /newer version of pay-elements/);

    const partial = join(folder, 'partial.db');
    const restored = new DatabaseSync(partial);
    sqliteStore(restored);
    restored.exec('DROP TABLE pay_changes');
    const lost = (await examine({}, ['--sqlite', partial])).store!;
    assert.deepEqual([lost.state, /pay_changes/.test(lost.message)], ['problem', true], lost.message);

    const empty = join(folder, 'empty.db');
    new DatabaseSync(empty).exec('CREATE TABLE other (x)');
    assert.match((await examine({}, ['--sqlite', empty])).store!.message, /contains no payment tables/);
    writeFileSync(join(folder, 'text.db'), 'This is no database, however long it may be.'.repeat(50));
    assert.match((await examine({}, ['--sqlite', join(folder, 'text.db')])).store!.message, /cannot be read/);
    assert.match((await examine({}, ['--sqlite', join(folder, 'gone.db')])).store!.message, /gone\.db does not exist/);
    assert.equal((await examine()).store!.state, 'skipped');
  });

  it('reports a wrong public URL, and one where no server listens', async () => {
    const path = await examine({ PAY_URL: shop.url.replace('/pay', '/elsewhere/webhook/x/orders') });
    assert.equal(path.webhooks!.state, 'ok', 'our handler answers wherever it is mounted');
    const gone = await examine({ PAY_URL: `http://127.0.0.1:${await freePort()}/pay` });
    assert.match(gone.webhooks!.message, /cannot be reached: nothing listens there/);
    const { webhooks } = await examine({ PAY_SECRET: 'another secret of at least thirty-two bytes' });
    assert.match(webhooks!.message, /A checkout responds there, but it has another secret/);
    const mine = await examine({ SERVICE_URL: 'https://service.invalid' });
    assert.match(mine.webhooks!.message, /is an address of this machine: the service cannot reach it/);
  });

  it('recognizes what answers instead: a page, a login, a redirect, a proxy without a shop, a wrong mount', async () => {
    const cases: [RequestListener, RegExp, RegExp][] = [
      [
        (_q, a) => a.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Shop</h1>'),
        /HTTP 200, text\/html/,
        /catch-all/,
      ],
      [(_q, a) => a.writeHead(403).end('<h1>Are you a robot?</h1>'), /rejects webhooks \(HTTP 403\)/, /without login/],
      [
        (_q, a) => a.writeHead(302, { location: '/login' }).end(),
        /redirects \(HTTP 302 to \/login\)/,
        /from the login/,
      ],
      [
        (q, a) => a.writeHead(301, { location: `https://shop.example${q.url}` }).end(),
        /redirects \(HTTP 301 to/,
        /www/,
      ],
      [
        (q, a) => a.writeHead(301, { location: `${q.url}/` }).end(),
        /redirects \(HTTP 301\): a slash is added at the end of each path/,
        /trailingSlash: 'ignore'/,
      ],
      [(_q, a) => a.writeHead(502).end(), /the shop behind it does not \(HTTP 502\)/, /running/],
      [(_q, a) => a.writeHead(404).end('Not Found'), /Nothing is mounted/, /with its path/],
      [(_q, a) => a.writeHead(405).end(), /POST is not allowed at http:.*\/pay/, /exports GET, POST and PUT/],
    ];
    for (const [handle, message, fix] of cases) {
      const { webhooks } = await examine({ PAY_URL: `${await listen(handle)}/pay` });
      assert.equal(webhooks!.state, 'problem');
      assert.match(webhooks!.message, message);
      assert.match(webhooks!.fix!, fix);
      assert.doesNotMatch(webhooks!.message, /webhook\/\w/, 'a signed address is not shown');
    }
  });

  it('recognizes when a proxy drops the body of a POST', async () => {
    const proxy = await listen((requested, answer) => {
      requested.resume().on('end', () => {
        const headers = { 'content-type': 'application/json' };
        request(`${new URL(shop.url).origin}${requested.url}`, { method: 'POST', headers }, (got) => {
          answer.writeHead(got.statusCode!, got.headers);
          got.pipe(answer);
        }).end();
      });
    });
    const app = express();
    app.use((requested, _answer, next) => void requested.resume().on('end', next));
    app.use('/pay', nodeHandler(shop.checkout));
    for (const url of [proxy, await listen(app)]) {
      const { webhooks } = await examine({ PAY_URL: `${url}/pay` });
      assert.match(webhooks!.message, /reached the checkout, but its body did not arrive/);
      assert.match(webhooks!.fix!, /body parser/);
    }
    const parsing = express();
    parsing.use(express.json());
    parsing.use('/pay', nodeHandler(shop.checkout));
    assert.equal((await examine({ PAY_URL: `${await listen(parsing)}/pay` })).webhooks!.state, 'ok');
  });

  /** A module with these options of createCheckout, as source. */
  function configWith(options: string): string {
    const file = join(folder, `options-${(configs += 1)}.mjs`);
    const base = { service: { baseUrl: sandbox.url, apiKey: sandbox.apiKey }, secret: SECRET };
    writeFileSync(file, `export default { ...${JSON.stringify(base)}, order: () => undefined, ${options} };`);
    return file;
  }
  let configs = 0;

  it('reports a memory store and test payments away from this machine', async () => {
    const publicUrl = "publicUrl: 'https://shop.invalid/pay'";
    const examined = async (options: string, env = {}) => {
      const { out } = await runCli(['doctor', '--json', '--config', configWith(options)], env);
      const { findings } = JSON.parse(out) as Report;
      return findings.filter(({ name }) => name === 'development');
    };
    const [store, tests] = await examined(`${publicUrl}, allowTestPayments: true`);
    assert.deepEqual([store!.state, tests!.state], ['problem', 'warning']);
    assert.match(store!.message, /payments in memory: all of them are lost/);
    assert.match(tests!.message, /allowTestPayments is true/);
    assert.deepEqual(await examined("publicUrl: 'http://localhost:8080/pay', allowTestPayments: true"), []);
    // The environment of an example does not contain the store.
    const { development } = await examine({ PAY_URL: 'https://shop.invalid/pay', ALLOW_TEST_PAYMENTS: 'yes' });
    assert.match(development!.message, /allowTestPayments is true/);
  });

  it('reports the memory store and the test payments of the running shop', async () => {
    // The shop listens on this machine; its publicUrl is elsewhere.
    const away = await openShop(sandbox, { publicUrl: 'https://shop.invalid/pay' });
    ends.push(() => away.close());
    const { code, out } = await runCli(['doctor', '--json'], environment({ PAY_URL: away.url }));
    const { findings } = JSON.parse(out) as Report;
    const states = findings.flatMap(({ name, state }) => (name === 'development' ? [state] : []));
    assert.deepEqual([code, states], [1, ['problem', 'warning']]);
  });

  it('names an option that does not exist beside those that are missing, and a secret that is a placeholder', async () => {
    const secret = "secret: 'change-me-change-me-change-me-change-me'";
    const { configuration } = await examine({}, ['--config', configWith(`publicUrI: 'x', ${secret}, order: 5`)]);
    assert.match(configuration!.message, /publicUrI: no such option; did you mean publicUrl\?/);
    assert.match(configuration!.message, /order: a function is needed/);
    const typed = await examine({ PAY_SECRET: 'x'.repeat(40) });
    assert.match(typed.configuration!.message, /\(PAY_SECRET\) looks like a placeholder\. Create one: openssl/);
  });

  it('names an option of the service that does not exist, and does not ask the service with it', async () => {
    const service = "service: { baseUrl: 'http://127.0.0.1:9', apiKey: 'k', onEvent: () => {} }";
    const others = `secret: '${'0123456789abcdef'.repeat(2)}', publicUrl: 'http://127.0.0.1:9/pay', order: () => undefined`;
    const found = await examine({}, ['--config', configWith(`${service}, ${others}`)]);
    assert.match(found.configuration!.message, /service\.onEvent: is now called onEvent, beside service/);
    assert.equal(found.service!.state, 'skipped');
  });

  it('calls order() with --order, and reports what it returned or why it cannot be used', async () => {
    const url = `publicUrl: ${JSON.stringify(shop.url)}`;
    const reported = async (order: string) => {
      const config = configWith(`${url}, order: ${order}`);
      return (await examine({}, ['--config', config, '--order', '1001'])).order!;
    };
    const payout =
      "payout: { wallet: 'till@shop.example', crypto: { BTC: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' } }";
    const sold = await reported(
      `(ref, request) => request ? undefined : { amount: '19.99', currency: 'USD', ${payout}, expiresAt: '2999-01-01' }`,
    );
    assert.deepEqual(
      [sold.state, sold.message],
      [
        'ok',
        'order() returned 19.99 USD for 1001.\nOffered: crypto (BTC), wallet.\nIts offer ends at 2999-01-01T00:00:00.000Z.',
      ],
    );
    assert.ok(!JSON.stringify(sold).includes('bc1q'), 'payouts are private');
    for (const [order, state, message, fix] of [
      [`() => ({ amount: '1', currency: 'USD', ${payout} })`, 'warning', /Its offer has no end\./, /Set expiresAt/],
      [
        `() => ({ amount: '1', currency: 'XXQ', ${payout} })`,
        'warning',
        /XXQ is not a currency/,
        /ISO 4217, such as EUR/,
      ],
      [
        `() => ({ amount: '1', currency: 'USD', ${payout}, expiresAt: '2020-01-01' })`,
        'problem',
        /Its offer ends at 2020/,
        /offer-expired/,
      ],
      [
        "() => ({ amount: '1', currency: 'USD', payout: { wallet: 'till@shop.example', crypto: { BTC: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyx' } } })",
        'problem',
        /Offered: wallet\.\nNot offered: BTC\.\npayout\.crypto\.BTC: payoutAddress: /,
        /Correct/,
      ],
      ['() => undefined', 'problem', /returned no order 1001 when it was called without a request/, /Before onPaid/],
      [
        "() => { throw new Error('no database') }",
        'problem',
        /order\(\) failed for 1001: no database\./,
        /answers 500/,
      ],
      [`() => ({ amount: '1,99', currency: 'USD', ${payout} })`, 'problem', /an invalid amount for 1001/, /No payment/],
      [
        "() => ({ amount: '1', currency: 'USD', payout: {} })",
        'problem',
        /No method is offered|payout/,
        /payout|No payment/,
      ],
      [
        "() => ({ amount: '1', currency: 'USD', payout: { wallet: 'till@shop.example', localcode: { payoutCryptoCoin: 'BTC', payoutAddress: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' } } })",
        'problem',
        /Not offered: localcode\.\npayout\.localcode\.currency: missing/,
        /Correct/,
      ],
    ] as const) {
      const found = await reported(order);
      assert.equal(found.state, state, found.message);
      assert.match(found.message, message);
      assert.match(found.fix!, fix);
    }
    const { order } = await examine({}, ['--order', '1001']);
    assert.match(
      `${order!.message} ${order!.fix}`,
      /There is no order\(\) in the environment\. Move the options of createCheckout into a module[^]*--config <module> --order <ref>$/,
    );
    assert.match((await examine()).order!.fix!, /^Move the options of createCheckout into a module/);
  });

  it('sends a forged X-Forwarded-For, and reports whether the shop used its address', async () => {
    /** A proxy in front of the shop, which forwards these headers. */
    const proxyWith = (forwarded: (sent: string) => string | undefined) =>
      listen((requested, answer) => {
        const sent = String(requested.headers['x-forwarded-for'] ?? '');
        const header = forwarded(sent);
        const { 'x-forwarded-for': _, ...headers } = requested.headers;
        const to = `${new URL(shop.url).origin}${requested.url}`;
        const options = { method: 'POST', headers: { ...headers, ...(header && { 'x-forwarded-for': header }) } };
        const onward = request(to, options, (got) => {
          answer.writeHead(got.statusCode!, got.headers);
          got.pipe(answer);
        });
        requested.pipe(onward);
      });
    const visitorBehind = async (forwarded: (sent: string) => string | undefined) =>
      (await examine({ PAY_URL: `${await proxyWith(forwarded)}/pay` })).visitors!;
    const appends = await visitorBehind((sent) => [sent, '203.0.113.7'].filter(Boolean).join(', '));
    assert.deepEqual([appends.state, appends.facts], ['ok', { visitor: 'identified' }]);
    assert.match(
      appends.message,
      /false address in X-Forwarded-For[^]*did not use it[^]*its own port, were not tested/,
    );
    const passes = await visitorBehind((sent) => sent);
    assert.deepEqual([passes.state, passes.facts], ['ok', { visitor: 'forged' }]);
    assert.match(passes.message, /used the false address\. That is correct here[^]*proves nothing about production/);
    assert.deepEqual((await visitorBehind(() => undefined)).facts, { visitor: 'unidentified' });
  });

  it('judges a forged header by the public URL', () => {
    const judged = (visitor: Parameters<typeof judgeForgedHeader>[1]) => {
      const { state, message, fix = '' } = judgeForgedHeader('https://shop.example/pay', visitor);
      return `${state} ${message} ${fix}`;
    };
    assert.match(
      judged('forged'),
      /^problem [^]*one visitor can pretend to be many[^]*proxy_set_header X-Forwarded-For/,
    );
    assert.match(judged('identified'), /^ok [^]*did not use it[^]*were not tested/);
    assert.match(judged('unidentified'), /^warning [^]*share one limit[^]*creationLimit\.proxies/);
    assert.match(judged('unlimited'), /^warning creationLimit is off/);
    assert.match(judged(undefined), /^skipped /);
  });
});

const ORDER_OF = { amount: '5', currency: 'USD', payout: { wallet: 'till@shop.example' } };
