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

/** Presses a button of the checkout by its words, as a payer's mouse does. */
export async function press(page: Page, text: string, times = 1): Promise<void> {
  await page.locator(`pay-checkout >>> button ::-p-text(${text})`).click({ count: times });
}

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
  await page.locator('pay-checkout >>> .leave .plain').click();
}

/** Waits until the tag has come to the phase; fails with the one it is in. */
export async function waitForPhase(page: Page, tag: string, phase: string): Promise<void> {
  try {
    await page.waitForSelector(inPage(`${tag}[phase=${phase}]`, ''), { timeout: 20_000 });
  } catch {
    const found = await page.$(inPage(tag, ''));
    const now = await (found ?? (await page.$('body'))!).evaluate((element) => element.outerHTML);
    throw new Error(`${tag} did not come to '${phase}': ${now.slice(0, 500)}`);
  }
}
