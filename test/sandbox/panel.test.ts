import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { startSandbox } from '../../src/sandbox/index.ts';
import type { RunningSandbox } from '../../src/sandbox/index.ts';
import { addDecimals } from '../../src/core/money/amount.ts';
import { follow, openBrowser } from '../support/chromium.ts';
import { cryptoBody, walletBody } from './support/fixture.ts';

let browser: Browser;
let sandbox: RunningSandbox;
before(async () => {
  sandbox = await startSandbox({ contractGaps: { confirmations: { required: 1, everyMs: 20 } } });
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await sandbox.close();
});

async function make(path: string, body: object, key: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const text = JSON.stringify({ ...body, webhook_url: undefined });
  const response = await fetch(`${sandbox.url}${path}`, { method: 'POST', headers, body: text });
  return ((await response.json()) as { data: Record<string, string> }).data[key] ?? '';
}
const makeCrypto = () => make('/v1/payments', cryptoBody, 'tid');
const makeWallet = () => make('/v1/wallet/payments', walletBody, 'pid');

/** The panel in a page that keeps what went wrong in it. */
async function openPanel(script = true): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.setJavaScriptEnabled(script);
  await page.setViewport({ width: 360, height: 800 });
  await page.goto(sandbox.panelUrl);
  return { page, faults };
}

const card = (id: string) => `[data-key="${id}"]`;
const waitForState = (page: Page, id: string, state: string) =>
  page.waitForFunction(
    (selector, word) => document.querySelector(`${selector} .state`)?.textContent === word,
    { timeout: 10_000 },
    card(id),
    state,
  );

test('the panel updates automatically, and keeps open details and typed text', async () => {
  const id = await makeWallet();
  const { page, faults } = await openPanel();
  await page.click(`${card(id)} summary`);
  await page.type(`${card(id)} input[name=note]`, 'half a no');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur()); // the text stays there
  sandbox.control.note(id, 'wrong');
  await waitForState(page, id, 'UNMATCHED');
  assert.equal(await page.$eval(`${card(id)} details`, (details) => details.open), true);
  assert.equal(await page.$eval(`${card(id)} input[name=note]`, (input) => input.value), 'half a no');
  const younger = await makeWallet();
  await page.waitForSelector(`[data-list=payments] > ${card(younger)}:first-child`, { timeout: 10_000 });
  assert.deepEqual(faults, []);
  await page.close();
});

test('an action in the panel is done and reported without leaving the page', async () => {
  const id = await makeCrypto();
  const { page, faults } = await openPanel();
  await page.evaluate(() => (document.title = 'still here'));
  await page.click(`[formaction="/panel/payments/${id}/pay"]`);
  await waitForState(page, id, 'PAID');
  assert.match(await page.$eval('.notice', (notice) => notice.textContent ?? ''), /^Received/);
  assert.equal(await page.title(), 'still here');
  assert.deepEqual(faults, []);
  await page.close();
});

test('the panel works without its script', async () => {
  const id = await makeWallet();
  const { page } = await openPanel(false);
  await page.type(`${card(id)} input[name=note]`, sandbox.control.payment(id).note ?? '');
  await follow(page, `${card(id)} form[action$="/note"] button`);
  assert.equal(page.url(), sandbox.panelUrl);
  assert.equal(sandbox.control.payment(id).state, 'PAID');
  assert.match(await page.content(), /The note is right\. Paid\./);
  await page.close();
});

test('a fault, a script and a profile are set in the panel, seen there and ended there', async () => {
  const { page, faults } = await openPanel();
  const untilListed = (list: string, text: string) =>
    page.waitForFunction(
      (name, text) => document.querySelector(`[data-list=${name}]`)?.textContent?.includes(text),
      { timeout: 10_000 },
      list,
      text,
    );
  await page.select('select[name=fault]', 'status');
  await page.select('select[name=status]', '503');
  await page.select('select[name=path]', '/v1/wallet/payments');
  await page.click('form[action="/panel/faults"] button');
  await untilListed('faults', 'An error status, 503, /v1/wallet/payments, once');
  assert.deepEqual(sandbox.control.faults(), [{ fault: 'status', path: '/v1/wallet/payments', times: 1, status: 503 }]);
  await page.click('form[action="/panel/faults/clear"] button');
  await untilListed('faults', 'as they should');

  await page.type('form[action="/panel/webhooks"] input[name=drop]', 'paid');
  await page.type('form[action="/panel/webhooks"] input[name=delayMs]', '2000');
  await page.click('form[action="/panel/webhooks"] button');
  await untilListed('script', 'late by 2000 ms; lost: PAID');
  assert.deepEqual(sandbox.control.script(), { delayMs: 2_000, drop: ['PAID'] });
  await page.click('form[action="/panel/webhooks"] button[name=end]');
  await untilListed('script', 'as they should');

  const id = await makeWallet();
  await page.waitForSelector(`[data-list=payments] > ${card(id)}`);
  await page.click(`${card(id)} details:nth-of-type(2) summary`);
  await page.type(`${card(id)} input[name=duplicate]`, '2');
  await page.click(`${card(id)} form[action$="/webhooks"] button`);
  await untilListed('payments', 'each with 2 copies');

  for (const profile of ['weird', 'strict'] as const) {
    await page.click(`button[value=${profile}]`);
    await page.waitForSelector(`button[value=${profile}][aria-pressed=true]`);
    assert.equal(sandbox.control.profile().profile, profile);
  }
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  assert.deepEqual(faults, []);
  await page.close();
});

test('neither the panel nor a hosted page is wider than a phone', async () => {
  const [tid, pid] = [await makeCrypto(), await makeWallet()];
  const { page } = await openPanel();
  for (const url of [sandbox.panelUrl, `${sandbox.payUrl}/${tid}`, `${sandbox.walletPayUrl}/${pid}`]) {
    await page.goto(url);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, url);
  }
  await page.close();
});

test('a panel without connection to the sandbox shows a message', async () => {
  const { page } = await openPanel();
  assert.equal(await page.$eval('#lost', (lost) => (lost as HTMLElement).hidden), true);
  await page.setOfflineMode(true);
  await page.waitForFunction(() => document.getElementById('lost')?.hidden === false, { timeout: 10_000 });
  await page.setOfflineMode(false);
  await page.waitForFunction(() => document.getElementById('lost')?.hidden === true, { timeout: 10_000 });
  await page.close();
});

test('the panel pays on the chain without webhooks, and can be named as the explorer of a transaction', async () => {
  const id = await makeCrypto();
  const { page, faults } = await openPanel();
  await page.click(`${card(id)} [action="/panel/chain/send"] button`);
  const { address, expected } = sandbox.control.payment(id);
  await page.waitForFunction(
    (text) => document.querySelector('[data-list="chain"]')?.textContent.includes(text),
    { timeout: 10_000 },
    address!,
  );
  const [transfer] = sandbox.control.chain.transfers();
  const { state } = sandbox.control.payment(id);
  assert.deepEqual([transfer!.address, transfer!.amount, state], [address, expected, 'NEW']);
  await page.goto(`${sandbox.panelUrl}#${transfer!.transaction}`);
  await page.reload();
  // It stays the target when the page updates itself.
  for (let updates = 0; updates < 2; updates += 1)
    await page.waitForResponse((response) => response.url() === sandbox.panelUrl);
  assert.match(
    (await page.$eval(':target', ({ textContent }) => textContent)).replace(/\s+/g, ' '),
    /in no block yet Transaction [\da-f]{64}/,
  );
  assert.deepEqual(faults, []);
  await page.close();
});

test('the panel pays on the chain what is missing, and moves the focus to no other button', async () => {
  const id = await makeCrypto();
  const { page, faults } = await openPanel();
  await page.focus(`[formaction="/panel/payments/${id}/under"]`);
  await page.keyboard.press('Enter');
  await waitForState(page, id, 'UNDERPAID');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('formaction') ?? null);
  assert.equal(await focused(), `/panel/payments/${id}/under`);
  const transfers = sandbox.control.chain.transfers().length;
  await page.click(`${card(id)} [action="/panel/chain/send"] button`);
  await page.waitForFunction(
    (count) => document.querySelectorAll('[data-list="chain"] form[id]').length > count,
    { timeout: 10_000 },
    transfers,
  );
  const { expected, received } = sandbox.control.payment(id);
  const { amount } = sandbox.control.chain
    .transfers()
    .find(({ address }) => address === sandbox.control.payment(id).address)!;
  assert.equal(addDecimals([amount, received!]), expected);
  await page.focus(`[formaction="/panel/payments/${id}/pay"]`);
  await page.keyboard.press('Enter');
  await waitForState(page, id, 'PAID');
  assert.equal(await focused(), null, 'the button is gone');
  assert.equal(await focusedCard(page), id);
  assert.deepEqual(faults, []);
  await page.close();
});

/** The payment whose card has the focus, the whole card or a control in it. */
const focusedCard = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>('.card[data-key]')?.dataset['key']);

/** More than the controls of the panel with the payments of all tests. */
const MOST_PRESSES = 1_000;

/** Presses Tab until the focus is at the element. */
async function tabTo(page: Page, selector: string) {
  const isThere = () => page.evaluate((wanted) => document.activeElement?.matches(wanted), selector);
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not lead to ${selector}`);
}

test('with the keyboard alone, the focus stays at the payment whose state changes', async () => {
  const [, id] = [await makeCrypto(), await makeCrypto(), await makeCrypto()];
  const { page, faults } = await openPanel();
  const action = (name: string) => `[formaction="/panel/payments/${id}/${name}"]`;
  const isAt = (selector: string) => page.evaluate((wanted) => document.activeElement?.matches(wanted), selector);
  await tabTo(page, action('under'));
  await page.keyboard.press('Space');
  await waitForState(page, id, 'UNDERPAID');
  assert.equal(await isAt(action('under')), true);

  const scriptSummary = `${card(id)} details:nth-of-type(2) summary`;
  await tabTo(page, scriptSummary);
  await page.keyboard.press('Enter');
  const copies = `${card(id)} input[name=duplicate]`;
  await tabTo(page, copies);
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    (selector) => document.querySelector(selector)?.textContent.includes('each with 2 copies'),
    { timeout: 10_000 },
    card(id),
  );
  assert.equal(await isAt(copies), true, 'an input whose form was sent');

  await tabTo(page, scriptSummary);
  sandbox.control.pay(id);
  await waitForState(page, id, 'PAID');
  assert.equal(await isAt(scriptSummary), true, 'an update by itself');

  await tabTo(page, action('refund'));
  await page.keyboard.press('Enter');
  await waitForState(page, id, 'REFUNDED');
  assert.equal(await isAt(card(id)), true, 'the button is gone');
  await page.keyboard.press('Tab');
  assert.equal(await isAt(`${card(id)} a`), true);
  assert.deepEqual(faults, []);
  await page.close();
});

test('a list whose last control is gone keeps the focus', async () => {
  const { page } = await openPanel();
  sandbox.control.addFault({ fault: 'status', status: 503 });
  await page.waitForSelector('form[action="/panel/faults/clear"]');
  await tabTo(page, 'form[action="/panel/faults/clear"] button');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => !document.querySelector('form[action="/panel/faults/clear"]'));
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-list')), 'faults');
  await page.close();
});
