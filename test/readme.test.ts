import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startSandbox, type RunningSandbox } from 'pay-elements/sandbox';
import { createCheckout, type Checkout } from 'pay-elements/server';
import { LOCALES } from '../src/i18n/locales.ts';
import { freePort } from './support/free-port.ts';
import { openDatabase } from './support/postgres.ts';
import { until } from './support/until.ts';
import { allMatches } from './support/all-matches.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
/** The README, and the pages that it leads to first. */
const pages = {
  'README.md': read('README.md'),
  'docs/tags.md': read('docs/tags.md'),
  'docs/backend.md': read('docs/backend.md'),
};
const readme = Object.values(pages).join('\n');
const manifest = readFileSync(join(root, 'custom-elements.json'), 'utf8');
const { scripts, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
  exports: Record<string, unknown>;
};

/** The first JavaScript of the page, or of all pages, that says this. */
const program = (message: string, page = readme) => blocks('js', page).find((text) => text.includes(message))!;

const blocks = (language: string, page = readme) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text]) => text!);

/** The complete backend of docs/backend.md. */
const backend = program('createCheckout({', pages['docs/backend.md']);

/** Runs a program below our package.json, so that the package finds itself, and gives what it exports. */
async function run(text: string): Promise<object> {
  const folder = mkdtempSync(join(root, 'test/.readme-'));
  const file = join(folder, 'program.mjs');
  writeFileSync(file, text);
  try {
    return (await import(file)) as object;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the README and the pages on the tags and the backend', () => {
  it('shows in at most 120 lines a page, a backend, and then how to try both', () => {
    const text = pages['README.md'];
    assert.ok(text.trimEnd().split('\n').length <= 120);
    const places = ['```html', '```js', 'npm start', 'npm test', 'pay-elements init'].map((part) => text.indexOf(part));
    assert.ok(places[0]! > 0);
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
  });

  it('has the correct number of languages, and texts that work unchanged', async () => {
    assert.ok(readme.includes(`speak ${Object.keys(LOCALES).length + 1} languages`));
    await run(program("registerTranslation('de'"));
  });

  it('shows the content of a tag for browsers without JavaScript', async () => {
    const { page } = (await run(`${program('renderPayment(')}\nexport { page };`)) as { page: string };
    assert.match(page, /^<pay-wallet [^>]*><section [^>]*lang="de"[\s\S]*W1-NOTE[\s\S]*<\/section><\/pay-wallet>$/);
  });

  it('shows a backend that takes a payment without changes', async () => {
    const sandbox = await startSandbox({ port: 0 });
    const shop = await startShop(backend.replace("'payments.db'", "':memory:'"), sandbox);
    try {
      assert.equal((await fetch(`${shop.url}/orders/1001`)).status, 404); // not to somebody else
      const payment = await pay(shop);
      let output = '';
      shop.child.stdout!.on('data', (chunk) => (output += String(chunk)));
      sandbox.control.note(payment.pid, payment.note);
      await until(() => output.includes('is paid'), 'the shop to be told');
      const [unknown, ...lines] = output.split('\n');
      assert.match(unknown!, /\(order-unknown\)$/);
      assert.deepEqual(lines, ['1001 awaiting -> paid', '1001 is paid', '']);
      await sandbox.control.settled();
      assert.equal(await phaseAt(shop, payment), 'paid');
      assert.ok(Date.parse(payment.expiresAt) <= Date.now() + 20 * 60_000, 'the offer ends');
      const ended = once(shop.child, 'exit');
      shop.child.kill('SIGTERM');
      assert.deepEqual(await ended, [0, null], 'it ends by itself');
    } finally {
      await shop.stop();
      await sandbox.close();
    }
  });

  it('mounts the handler in each server as the example for it does', () => {
    const [, table] = /^## Where it runs$([\s\S]*?)^## /m.exec(pages['docs/backend.md'])!;
    const stacks = { Express: 'express', Fastify: 'fastify', Hono: 'hono' };
    for (const [title, stack] of Object.entries(stacks)) {
      const [, code] = new RegExp(`^\\| ${title} +\\| \`([^\`]+)\``, 'm').exec(table!)!;
      assert.ok(read(`examples/${stack}/server.ts`).includes(code!), code);
    }
    for (const [title, stack] of Object.entries({
      'Next.js': 'next',
      SvelteKit: 'sveltekit',
      Astro: 'astro',
      Nuxt: 'nuxt',
    })) {
      const [, file] = new RegExp(`^\\| ${title} +\\| .*in \`([^\`]+\\.ts)\``, 'm').exec(table!)!;
      assert.ok(existsSync(join(root, 'examples', stack, file!)), file);
    }
  });

  it('shows a command that starts that backend with the sandbox', async () => {
    const command = /^npx pay-elements (dev -- node (\S+))$/m.exec(blocks('sh').join(''))!;
    const folder = mkdtempSync(join(root, 'test/.readme-'));
    const port = String(await freePort());
    writeFileSync(join(folder, command[2]!), program('createCheckout({').replaceAll('8080', port));
    const args = [join(root, 'dist/cli.js'), ...command[1]!.replace('dev', 'dev --port 0').split(' ')];
    const env = { ...process.env, PORT: port, PAY_URL: '', PAY_SECRET: '' };
    const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const result = { out: '', err: '' };
    child.stdout.on('data', (chunk) => (result.out += String(chunk)));
    child.stderr.on('data', (chunk) => (result.err += String(chunk)));
    const ended = once(child, 'close');
    try {
      const url = `http://127.0.0.1:${port}/pay`;
      await untilReady(url);
      const { pid } = await pay({ url });
      const [, panel] = /Control panel +(\S+)/.exec(result.err)!;
      await fetch(`${panel}_control/payments/${pid}/pay`, { method: 'POST' });
      await until(() => result.out.includes('1001 is paid'), 'the shop to be told');
    } finally {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true });
    }
  });

  it('shows how a payment is made without a script, and refuses the form of another site', async () => {
    const { payWithoutScript } = (await run(program('payWithoutScript'))) as {
      payWithoutScript: (checkout: Checkout, request: Request, orderRef: string, method: string) => Promise<Response>;
    };
    const sandbox = await startSandbox({ port: 0 });
    const checkout = createCheckout({
      service: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
      secret: 'a secret of thirty-two characters',
      publicUrl: 'http://127.0.0.1:8080/pay',
      order: () => ({ amount: '19.99', currency: 'USD', payout: { wallet: 'till@shop.example' } }),
      log: false,
    });
    const post = (origin: string) =>
      payWithoutScript(
        checkout,
        new Request('http://127.0.0.1:8080/checkout/1', { method: 'POST', headers: { origin } }),
        '1',
        'wallet',
      );
    try {
      assert.equal((await post('https://evil.example')).status, 403);
      assert.deepEqual(sandbox.control.payments(), []);
      const made = await post('http://127.0.0.1:8080');
      assert.equal(made.status, 200);
      assert.ok((await made.text()).includes(sandbox.control.payments()[0]!.note!));
    } finally {
      await checkout.close();
      await sandbox.close();
    }
  });

  it('shows how a shop asks the payment service by itself', async () => {
    const { aboutService } = (await run(program('aboutService'))) as {
      aboutService: (checkout: Checkout, coin: string) => Promise<{ minimum: string; currentPlan: object }>;
    };
    const sandbox = await startSandbox({ port: 0 });
    const checkout = createCheckout({
      service: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
      secret: 'a secret of thirty-two characters',
      publicUrl: 'http://127.0.0.1:8080/pay',
      order: () => undefined,
      log: false,
    });
    try {
      const { minimum, currentPlan } = await aboutService(checkout, 'BTC');
      assert.match(minimum, /^0\.\d+$/);
      assert.ok('apiRequestLimit' in currentPlan);
    } finally {
      await checkout.close();
      await sandbox.close();
    }
  });

  it('shows a store for many machines: the status that one receives is the answer of the other', async () => {
    const database = await openDatabase();
    const { url } = await database.schema();
    const sandbox = await startSandbox({ port: 0 });
    const store = program('postgresStore(');
    const text = `${store}\n${backend.replace(/sqliteStore\(.*\),/, 'store,')}`;
    const shops = await Promise.all([0, 1].map(() => startShop(text, sandbox, { DATABASE_URL: url })));
    try {
      const payment = await pay(shops[0]!);
      assert.equal(await phaseAt(shops[1]!, payment), 'awaiting');
      sandbox.control.note(payment.pid, payment.note);
      await sandbox.control.settled();
      assert.equal(await phaseAt(shops[1]!, payment), 'paid');
    } finally {
      for (const shop of shops) await shop.stop();
      await sandbox.close();
      await database.close();
    }
  });

  it('names tags, attributes, events, tokens, parts and states that there are', () => {
    const [css] = blocks('css');
    const html = blocks('html').join('');
    const names = [
      ...css!.matchAll(/(--pay-[\w-]+)|::part\(([\w-]+)\)|:state\(([\w-]+)\)/g),
      ...html.matchAll(/<(pay-[\w-]+)/g),
      ...readme.matchAll(/`(pay-(?:status|paid|copy|open|problem)|src|status-url|lang|layout)`/g),
    ].flatMap((match) => match.slice(1).filter(Boolean));
    assert.ok(names.length > 10);
    for (const name of names) assert.ok(manifest.includes(`"${name}"`) || readmeStates.has(name), name);
  });

  it('shows a script tag of this version, for a file that is packed, that a browser checks', () => {
    const tag = blocks('html').find((text) => text.includes('integrity='))!;
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    const [, named, file] = /src="https:\/\/[\w.]+\/pay-elements@([\w.-]+?)\/([\w./-]+)"/.exec(tag) ?? [];
    assert.equal(named, version);
    assert.ok(existsSync(join(root, file!)), file);
    for (const needed of ['type="module"', 'integrity="sha384-', 'crossorigin="anonymous"'])
      assert.ok(tag.includes(needed), needed);
  });

  it('names commands and entries that there are', () => {
    for (const [command, script] of allMatches(readme, /npm (?:run )?(start|test|(?<=run )[\w:-]+)\b/g))
      assert.ok(scripts[script!], command);
    for (const [, entry] of allMatches(readme, /'pay-elements\/([\w/-]+)'/g))
      assert.ok(exports[`./${entry}`] ?? exports[`./${entry!.split('/')[0]}/*`], entry);
    for (const [page, message] of Object.entries(pages))
      for (const [, linked, packed] of allMatches(
        message,
        /\]\(([\w/.-]+)[#\w-]*\)|node_modules\/pay-elements\/([\w/.-]+)/g,
      ))
        assert.ok(
          existsSync(join(root, linked ? join(dirname(page), linked) : packed!)),
          `${page}: ${linked ?? packed}`,
        );
  });
});

describe('CONTRIBUTING and SECURITY', () => {
  for (const name of ['CONTRIBUTING.md', 'SECURITY.md'])
    it(`${name} names files and commands that there are`, () => {
      const text = readFileSync(join(root, name), 'utf8');
      const files = [...text.matchAll(/`((?:src|test|dist|api|scripts)\/[\w./-]*)`|\]\(([\w/.-]+)\)/g)].map(
        (m) => m[1] ?? m[2]!,
      );
      assert.ok(files.length > 2);
      for (const file of files) assert.ok(existsSync(join(root, file)), file);
      for (const [, script] of text.matchAll(/npm run ([\w:-]+)/g)) assert.ok(scripts[script!], script);
    });

  it('CONTRIBUTING lists the steps of npm test and npm run test:extended, each of them and no other', () => {
    const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
    const [, checks] = /^## Checks$([\s\S]*?)^## /m.exec(text)!;
    const runner = readFileSync(join(root, 'scripts/test.mjs'), 'utf8');
    const stepsOf = (table: string) => {
      const [, steps] = new RegExp(`^const ${table} = \\{$([\\s\\S]*?)^\\};`, 'm').exec(runner)!;
      return [...steps!.matchAll(/^ {2}(\w+)[:,]/gm)].map(([, step]) => step);
    };
    assert.deepEqual(
      [...checks!.matchAll(/^\| `(\w+)`/gm)].map(([, step]) => step),
      [...stepsOf('steps'), ...stepsOf('extendedSteps').filter((step) => step !== 'build')],
    );
  });

  it('every changeset names its kind of change and the package', () => {
    const folder = join(root, '.changeset');
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.md') && file !== 'README.md'))
      assert.match(
        readFileSync(join(folder, name), 'utf8'),
        /^---\n'pay-elements': (?:patch|minor|major)\n---\n\n\S/,
        name,
      );
  });
});

/** States that stand for each of the phases. */
const readmeStates = new Set(['paid']);

interface Shown {
  readonly pid: string;
  readonly note: string;
  readonly statusUrl: string;
  readonly expiresAt: string;
}

interface Started {
  /** Where its checkout is mounted. */
  readonly url: string;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

/** Runs a backend of the README at a port of its own, in front of a sandbox. */
async function startShop(text: string, sandbox: RunningSandbox, env: Record<string, string> = {}): Promise<Started> {
  const folder = mkdtempSync(join(root, 'test/.readme-')); // below our package.json, so that the package finds itself
  const port = String(await freePort());
  writeFileSync(join(folder, 'shop.mjs'), text.replaceAll('8080', port));
  const settings = {
    SERVICE_URL: sandbox.url,
    SERVICE_KEY: sandbox.apiKey,
    PAY_SECRET: 'a secret of thirty-two characters',
    PAY_URL: `http://127.0.0.1:${port}/pay`,
    ALLOW_TEST_PAYMENTS: 'yes',
  };
  const child = spawn(process.execPath, [join(folder, 'shop.mjs')], {
    cwd: root,
    env: { ...process.env, ...settings, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}/pay`;
  const stop = async () => {
    const gone = once(child, 'exit');
    if (child.kill()) await gone;
    rmSync(folder, { recursive: true });
  };
  try {
    await untilReady(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, child, stop };
}

async function pay(shop: Pick<Started, 'url'>): Promise<Shown> {
  const answer = await fetch(`${shop.url}/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: 'customer=ann' },
    body: JSON.stringify({ order: '1001', method: 'wallet' }),
  });
  assert.equal(answer.status, 201, await answer.clone().text());
  return (await answer.json()) as Shown;
}

async function phaseAt(shop: Started, { statusUrl }: Shown): Promise<unknown> {
  const { pathname } = new URL(statusUrl, shop.url);
  return ((await (await fetch(new URL(pathname, shop.url))).json()) as { phase: unknown }).phase;
}

const untilReady = (url: string) =>
  until(
    () =>
      fetch(`${url}/payments/none`).then(
        () => true,
        () => false,
      ),
    'the start of the backend of the README',
  );
