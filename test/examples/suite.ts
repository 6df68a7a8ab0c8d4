import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { startSandbox, type RunningSandbox } from 'pay-elements/sandbox';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { chooseCoin, follow, openBrowser, press, shadowText, waitForPhase } from '../support/chromium.ts';
import { openDatabase, type TestDatabase } from '../support/postgres.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';
import { checkConformance } from './conformance.ts';
import { checkTypes, makeShop, setEnv, startShop, type RunningShop, type StartOptions } from './example.ts';
import { testProcess, testRoutes, type Given } from './production.ts';

/** What Chromium prints while the server is not there. */
const NO_SERVER =
  /net::ERR_(?:CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|SOCKET_NOT_CONNECTED)/;

/** What is bought, by the names of the inputs: 24.48 USD. */
const CART = { beans: '1', filters: '2' };

/** The texts of `examples/shared/texts.js` that the pages must have in their title. */
const TITLES = { en: 'Checkout', de: 'Kasse', ar: 'الدفع' };

export interface Peculiarities {
  /** Whether the server renders the payment, so that it can be paid without JavaScript. */
  readonly rendersOnServer?: boolean;
  /** By default the first one that the stack has. */
  readonly store?: 'postgres';
  /** Whether `init` is asked for TypeScript. */
  readonly typescript?: boolean;
  /** Another command than `npm start`. */
  readonly command?: (port: string) => readonly string[];
  /** The tests of the shop as it runs in production: all, or those of its routes where it is no process of its own. */
  readonly production?: 'all' | 'routes';
  /** The path of the form that creates a payment without JavaScript. */
  readonly choose?: (ref: string) => string;
  /** The path of the checkout of an order: `/pay` by default. */
  readonly pay?: (ref: string) => string;
  /** How soon a request has to be complete, where the shop itself limits it. Milliseconds. */
  readonly requestLimitMs?: number;
  /** The job that sends the goods of paid orders, where the shop does not send them itself. */
  readonly job?: readonly string[];
}

/** The relative luminance of a color `rgb(…)`, as WCAG 2.2 defines it. */
function luminance(color: string): number {
  const [red, green, blue] = color
    .match(/[\d.]+/g)!
    .map((part) => Number(part) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** The contrast of two colors (WCAG 2.2), from 1 to 21. */
function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

/** Buys in the shop of an example, in a browser, as its visitors do. It has no settings but those of its `.env`. */
export function testExample(name: string, peculiarities: Peculiarities = {}): void {
  const { rendersOnServer = true, store, typescript, command, job, production, requestLimitMs } = peculiarities;
  const { choose = (ref) => `/checkout/${ref}`, pay = () => '/pay' } = peculiarities;
  const variant = [...(store ? [store] : []), ...(typescript ? ['types'] : [])].map((each) => ` with ${each}`);
  describe(`the example for ${name}${variant.join('')}`, { timeout: 300_000 }, () => {
    let folder: string;
    let sandbox: RunningSandbox;
    let database: TestDatabase | undefined;
    let start: StartOptions;

    before(async () => {
      const port = await freePort();
      folder = await makeShop(name, port, { store, typescript });
      start = command ? { command: command(String(port)) } : {};
      sandbox = await startSandbox({ requestsPerMinute: 1000 });
      database = store && (await openDatabase());
      setEnv(folder, {
        ...{ SERVICE_URL: sandbox.url, SERVICE_KEY: sandbox.apiKey, ALLOW_TEST_PAYMENTS: 'yes' },
        ...(database && { DATABASE_URL: (await database.schema()).url }),
      });
    });
    after(async () => {
      await sandbox?.close();
      await database?.close();
    });

    describe('while it runs', () => {
      let shop: RunningShop;
      before(async () => {
        shop = await startShop(folder, start);
      });
      after(() => shop?.stop());

      describe('in a browser', () => testInBrowser(() => ({ shop, sandbox }), { rendersOnServer, pay, job }));
      // Astro's own server prints nothing. The other stacks have the message of Node or of their framework.
      if (name === 'astro')
        it('prints that its port is in use, and ends', () => {
          const { status, stderr } = spawnSync('npm', ['start'], { cwd: shop.folder, encoding: 'utf8' });
          assert.equal(status, 1);
          assert.match(stderr, /EADDRINUSE/);
        });
      if (production)
        testRoutes(() => ({ shop, sandbox }), {
          choose: rendersOnServer ? choose : undefined,
          pay,
          isProcess: production === 'all',
          requestLimitMs,
        });
    });

    // In PHP and Python, `test/chain/any-backend-conformance.test.ts` runs all checks.
    if (!job && !typescript)
      it('passes the checks of pay-elements conformance', () => checkConformance(folder, start, pay('ORDER')));

    if (typescript || languageOf(name) === 'typescript') it('passes its own check of types', () => checkTypes(folder));

    // Its process starts without the shop, which is opened by the first request.
    if (production === 'routes')
      it('answers no request without a payout, and names the variable', async () => {
        setEnv(folder, { ALLOW_TEST_PAYMENTS: '' });
        const shop = await startShop(folder, { ...start, fails: true });
        try {
          const { status } = await fetch(`${shop.origin}/orders`, { method: 'POST', body: new URLSearchParams() });
          assert.equal(status, 500);
          await until(() => /cannot start.*PAYOUT_BTC/.test(shop.log()), `the name of the variable: ${shop.log()}`);
        } finally {
          await shop.stop();
          setEnv(folder, { ALLOW_TEST_PAYMENTS: 'yes' });
        }
      });

    if (production === 'all') describe('as a process', () => testProcess(readmeOf(name), () => folder, () => start)); // prettier-ignore
  });
}

/** The language of the modules that `init` writes for a stack, where it has modules. */
function languageOf(name: string): string | undefined {
  const stacks = readFileSync(new URL('../../examples/stacks.json', import.meta.url), 'utf8');
  return (JSON.parse(stacks) as Record<string, { language?: string }>)[name]!.language;
}

const readmeOf = (name: string) =>
  readFileSync(new URL(`../../examples/${name}/README.md`, import.meta.url), 'utf8').replace(/\s+/g, ' ');

/** Returns the number of lines of each text of the page that is `wanted`, also of those inside the tags. */
function linesOf(wanted: string): number[] {
  const roots = [...document.querySelectorAll('*')].map(({ shadowRoot }) => shadowRoot).filter((each) => each !== null);
  const found: number[] = [];
  for (const root of roots) {
    roots.push(...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []));
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const { length } = range.getClientRects();
      if (length > 0 && texts.currentNode.textContent?.trim() === wanted) found.push(length);
    }
  }
  return found;
}

interface InBrowser extends Required<Pick<Peculiarities, 'rendersOnServer' | 'pay'>> {
  readonly job: readonly string[] | undefined;
}

/** What visitors of the shop do. */
function testInBrowser(given: () => Given, { rendersOnServer, pay, job }: InBrowser): void {
  let shop: RunningShop;
  let sandbox: RunningSandbox;
  let browser: Browser;
  let visitor: BrowserContext;
  let page: Page;
  let faults: string[];
  /** What is printed of a server that is not there comes late, too. */
  let hasRestarted = false;

  before(async () => {
    ({ shop, sandbox } = given());
    browser = await openBrowser();
  });
  after(() => browser?.close());
  beforeEach(async () => {
    visitor = await browser.createBrowserContext();
    page = await visitor.newPage();
    await page.setViewport({ width: 360, height: 740 });
    page.setDefaultTimeout(20_000);
    faults = [];
    hasRestarted = false;
    page.on('pageerror', (error) => faults.push(String(error)));
    // Violations of the policy are errors, and faults of hydration errors or warnings.
    page.on('console', (message) => {
      if (!['error', 'warn'].includes(message.type()) || (hasRestarted && NO_SERVER.test(message.text()))) return;
      faults.push(message.text());
    });
  });
  afterEach(async () => {
    await visitor.close();
    assert.deepEqual(faults, [], shop.log());
    // A request for somebody else's order is reported in development.
    assert.doesNotMatch(shop.log(), /^pay-elements: (?!.*\(order-unknown\)$)/m, 'a warning of the helper');
  });

  const newest = () => sandbox.control.payments().sort((a, b) => b.createdAt - a.createdAt)[0]!;
  const timesShipped = (ref: string) => shop.log().split(`ship order ${ref}`).length - 1;
  /** In each frame: `waitForSelector` looks after changes of the document, and misses those inside a shadow root. */
  const choices = () =>
    page.waitForFunction(() => document.querySelector('pay-checkout')?.shadowRoot?.querySelector('[part=choice]'));
  const speak = (lang: string) => page.setExtraHTTPHeaders({ 'accept-language': `${lang},en;q=0.5` });

  /** Fills the cart and orders. Gives the reference of the order. */
  async function order(): Promise<string> {
    const answer = await page.goto(shop.origin);
    checkPolicy(answer?.headers()['content-security-policy'] ?? (await policyInPage()));
    await fillCart();
    await follow(page, '.primary');
    // A framework that starts replaces the history entry of the page, which counts as a navigation.
    while (new URL(page.url()).pathname === '/') await page.waitForNavigation();
    const [, ref] = /\/checkout\/(\w{20}|\w{32})$/.exec(page.url()) ?? assert.fail(page.url());
    return ref!;
  }
  async function fillCart(): Promise<void> {
    for (const [product, count] of Object.entries(CART))
      // prettier-ignore
      await page.$eval(`#${product}`, (input, value) => ((input as HTMLInputElement).value = value), count);
  }
  const policyInPage = () =>
    page.$eval('meta[http-equiv=content-security-policy i]', (meta) => meta.getAttribute('content') ?? '');
  function checkPolicy(policy: string) {
    assert.doesNotMatch(policy, /unsafe-(?:inline|eval)/);
    assert.match(policy, /require-trusted-types-for 'script'/);
    for (const part of ['script-src', 'style-src'])
      assert.match(policy, new RegExp(`\\b${part}\\b|default-src 'self'`));
  }

  /** The order is sent once, also when the service repeats its webhook. */
  async function checkShipped(ref: string, id: string) {
    const ship = async () => void (job && (await shop.run(job)));
    await until(async () => (await ship(), timesShipped(ref) > 0), `the order to be shipped: ${shop.log()}`);
    await sandbox.control.webhook(id, { status: 'PAID' });
    await sandbox.control.settled();
    await ship();
    assert.equal(timesShipped(ref), 1);
  }

  it('takes a payment from a visitor who reloads the page, while the server restarts', async () => {
    const ref = await order();
    await choices();
    await chooseCoin(page, 'Bitcoin');
    await waitForPhase(page, 'pay-crypto', 'awaiting');
    const { id, address, data } = newest() as unknown as Record<string, string> & { data: { amount: number } };
    assert.equal(Number(data.amount), 24.48);
    await page.reload();
    await waitForPhase(page, 'pay-crypto', 'awaiting');
    assert.equal(await shadowText(page, 'pay-crypto', '[part~=address]'), address);

    hasRestarted = true;
    await shop.restart();
    sandbox.control.pay(id!);
    await waitForPhase(page, 'pay-crypto', 'paid');
    await checkShipped(ref, id!);
    await page.reload();
    await waitForPhase(page, 'pay-crypto', 'paid');
    // The payments of the backends in PHP and Python, whose references have 32 digits, do not name their order.
    const lines = ref.length === 20 ? [1] : [];
    assert.deepEqual(await page.evaluate(linesOf, ref), lines, 'the order number is on one line');
    assert.match(await page.$eval('.notice', ({ textContent }) => textContent), /Your order is paid/);
  });

  it('says where it can be opened', async () => {
    const { port } = new URL(shop.origin);
    const address = new RegExp(`http://(?:localhost|127\\.0\\.0\\.1):${port}\\b`);
    await until(() => address.test(shop.log()), `the address in the log: ${shop.log()}`);
  });

  it('tells a visitor who orders nothing what to do, at the first quantity', async () => {
    await page.goto(shop.origin, { waitUntil: 'networkidle0' });
    await page.focus('.primary');
    await Promise.all([page.waitForNavigation({ waitUntil: 'networkidle0' }), page.keyboard.press('Enter')]);
    const alert = await page.$eval('[role=alert]', ({ textContent }) => textContent);
    assert.match(alert, /^Enter a quantity for at least one product/);
    const focused = await page.evaluate(() => document.activeElement?.id);
    assert.equal(focused, 'beans');
    assert.equal(await page.$eval('#beans', (input) => input.getAttribute('aria-describedby')), 'empty');
    await page.keyboard.type('1');
    await follow(page, '.primary');
    await choices();
    await speak('de');
    await page.goto(`${shop.origin}/?empty`);
    assert.match(await page.$eval('[role=alert]', ({ textContent }) => textContent), /eine Menge/);
  });

  it('shows the quantities as fields that can be filled in', async () => {
    for (const scheme of ['light', 'dark']) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      await page.goto(shop.origin, { waitUntil: 'networkidle0' });
      const [border, field, around] = await page.$eval('#filters', (input) => {
        const { borderTopColor, backgroundColor } = getComputedStyle(input);
        return [borderTopColor, backgroundColor, getComputedStyle(document.body).backgroundColor];
      });
      assert.ok(contrast(border!, around!) >= 3, `${scheme}: the border ${border} on ${around}`);
      const isDisabled = scheme === 'light' ? field !== 'rgb(255, 255, 255)' : luminance(field!) > luminance(around!);
      assert.equal(isDisabled, false, `${scheme}: the field ${field} on ${around}`);
    }
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  });

  it('keeps input that was entered before the scripts of the page were loaded', async () => {
    let held: (() => void)[] | undefined = [];
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const go = () => void request.continue();
      if (held && request.resourceType() === 'script') held.push(go);
      else go();
    });
    const loaded = page.goto(shop.origin, { waitUntil: 'networkidle0' });
    await page.waitForSelector('.primary');
    await fillCart();
    const scripts = held;
    held = undefined;
    for (const go of scripts) go();
    await loaded;
    const values = await page.$$eval('input', (inputs) => inputs.map(({ id, value }) => [id, value]));
    assert.partialDeepStrictEqual(Object.fromEntries(values), CART);
  });

  it('sells by online wallet', async () => {
    const ref = await order();
    await press(page, 'Online wallet');
    await waitForPhase(page, 'pay-wallet', 'awaiting');
    const { id, note } = newest() as unknown as Record<string, string>;
    sandbox.control.note(id!, note!);
    await waitForPhase(page, 'pay-wallet', 'paid');
    await checkShipped(ref, id!);

    sandbox.control.refund(id!);
    await sandbox.control.settled();
    await page.reload();
    const notice = await page.$eval('.notice', ({ textContent }) => textContent);
    assert.equal(notice, 'The payment of your order was refunded.');
    await waitForPhase(page, 'pay-wallet', 'refunded'); // what was sent is not offered again
    const contact = await page.$eval('pay-checkout', (tag) => (tag as { contact?: string }).contact);
    assert.equal(contact, 'mailto:help@shop.example');
  });

  it('shows an order to its customer alone', async () => {
    const ref = await order();
    for (const path of [`/checkout/${ref}`, `${pay(ref)}/orders/${ref}`]) {
      const response = await fetch(shop.origin + path);
      assert.equal(response.status, 404, path);
      // Express's own page, which knows nothing of the shop.
      assert.doesNotMatch(await response.text(), /Cannot GET/, path);
    }
  });

  for (const [lang, title] of Object.entries(TITLES))
    it(`is translated to ${lang}`, async () => {
      await speak(lang);
      await order();
      await choices();
      assert.ok((await page.title()).startsWith(title), await page.title());
      const root = await page.$eval('html', ({ lang, dir }) => ({ lang, dir }));
      assert.deepEqual(root, { lang, dir: lang === 'ar' ? 'rtl' : 'ltr' });
    });

  if (rendersOnServer)
    it('sells to a visitor without JavaScript', async () => {
      await page.setJavaScriptEnabled(false);
      await speak('de');
      const ref = await order();
      await page.click('.pay-way > summary');
      await follow(page, 'button[value="crypto:ETH"]');
      const { id, address } = newest() as unknown as Record<string, string>;
      const textOf = (selector: string) => page.$eval(selector, (node) => node.textContent.trim());
      assert.equal(await textOf('.pay-address'), address);
      await follow(page, 'a[href$="?choose"]');
      await page.click('.pay-way > summary');
      await follow(page, 'button[value="crypto:ETH"]');
      assert.equal(newest().id, id, 'the same choice is the same payment');
      sandbox.control.pay(id!);
      await until(async () => {
        // A paid payment has no such link, also before the shop has stored that its order is paid.
        await ((await page.$('.pay-check')) ? follow(page, '.pay-check') : page.reload());
        return (await page.$('.notice')) !== null;
      }, 'the page to say that the order is paid');
      assert.equal(await page.$('.pay-address'), null);
      await checkShipped(ref, id!);
    });
}
