import { setTimeout as delay } from 'node:timers/promises';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { chromiumArgs, findChromium } from '../../scripts/browsers.mjs';

export function openBrowser(): Promise<Browser> {
  return puppeteer.launch({ executablePath: findChromium(), args: chromiumArgs });
}

/** A tag on the page, or inside the checkout there. */
const inPage = (tag: string, inner: string) => `${tag} ${inner}, pay-checkout >>> ${tag} ${inner}`;

/** The first element of a selector inside a tag's shadow root, as text. */
export async function shadowText(page: Page, tag: string, selector: string): Promise<string | undefined> {
  const found = await page.$(inPage(tag, `>>>> ${selector}`));
  return found?.evaluate((element) => element.textContent.trim());
}

/**
 * Clicks an element that may be inside a shadow root. A locator alone looks again only after changes of the document: it does
 * not see that a tag gets its shadow root. With `visible`, puppeteer looks in each frame.
 */
async function clickInside(page: Page, selector: string, times = 1): Promise<void> {
  await page.waitForSelector(selector, { visible: true, timeout: 20_000 });
  await page.locator(selector).click({ count: times });
}

/** Presses a button of the checkout by its words, as a payer's mouse does. */
export const press = (page: Page, text: string, times?: number): Promise<void> =>
  clickInside(page, `pay-checkout >>> button ::-p-text(${text})`, times);

/**
 * Clicks a link or a button and waits for the page that it leads to. On a page with scripts, waits first until the
 * element no longer moves; a locator does not work without scripts.
 */
export async function follow(page: Page, selector: string): Promise<void> {
  const click = () => (page.isJavaScriptEnabled() ? page.locator(selector).click() : page.click(selector));
  await Promise.all([page.waitForNavigation(), click()]);
}

/** Chooses a coin by its name, and says yes to its network where that is asked. */
export async function chooseCoin(page: Page, name: string): Promise<void> {
  await press(page, 'Cryptocurrency');
  await press(page, name);
  if (name.startsWith('Tether')) await press(page, 'Yes, continue');
}

/** Goes back to choosing, and says that nothing was sent. */
export async function changeMethod(page: Page): Promise<void> {
  await press(page, 'Change payment method');
  await clickInside(page, 'pay-checkout >>> .leave .plain');
}

/** How long a tag may take to come to a phase. Milliseconds. */
const PHASE_MS = 20_000;

/**
 * Waits until the tag has come to the phase; fails with the one it is in. It looks by itself: puppeteer looks after changes of
 * the document, which miss shadow roots, or in frames, which a page behind another one does not have.
 */
export async function waitForPhase(page: Page, tag: string, phase: string): Promise<void> {
  const end = Date.now() + PHASE_MS;
  // While a page is left, there is nothing to look at.
  while (!(await page.$(inPage(`${tag}[phase=${phase}]`, '')).catch(() => null))) {
    if (Date.now() < end) {
      await delay(50);
      continue;
    }
    const found = await page.$(inPage(tag, ''));
    const now = await (found ?? (await page.$('body'))!).evaluate((element) => element.outerHTML);
    throw new Error(`${tag} did not come to '${phase}': ${now.slice(0, 500)}`);
  }
}
