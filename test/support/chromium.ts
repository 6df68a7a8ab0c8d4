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

/** Waits until the tag has come to the phase; fails with the one it is in. */
export async function waitForPhase(page: Page, tag: string, phase: string): Promise<void> {
  try {
    const isThere = (selector: string) =>
      document.querySelector(selector) ?? document.querySelector('pay-checkout')?.shadowRoot?.querySelector(selector);
    // A page behind another one has no frames.
    await page.waitForFunction(isThere, { timeout: 20_000, polling: 100 }, `${tag}[phase=${phase}]`);
  } catch {
    const found = await page.$(inPage(tag, ''));
    const now = await (found ?? (await page.$('body'))!).evaluate((element) => element.outerHTML);
    throw new Error(`${tag} did not come to '${phase}': ${now.slice(0, 500)}`);
  }
}
