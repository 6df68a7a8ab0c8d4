import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { chromiumArgs, findChromium } from '../../scripts/browsers.mjs';

export function openBrowser(): Promise<Browser> {
  return puppeteer.launch({ executablePath: findChromium(), args: chromiumArgs });
}

/** Runs in the page: the first element of a selector inside a tag's shadow root, as text or with its state. */
export function shadowText(page: Page, tag: string, selector: string): Promise<string | undefined> {
  return page.evaluate(
    (name, inner) => document.querySelector(name)?.shadowRoot?.querySelector(inner)?.textContent?.trim(),
    tag,
    selector,
  );
}

/** Waits until the tag has come to the phase; fails with the one it is in. */
export async function waitForPhase(page: Page, tag: string, phase: string): Promise<void> {
  try {
    await page.waitForFunction(
      (name, wanted) => document.querySelector(name)?.getAttribute('phase') === wanted,
      { timeout: 20_000 },
      tag,
      phase,
    );
  } catch {
    const now = await page.evaluate((name) => document.querySelector(name)?.outerHTML ?? document.body.innerText, tag);
    throw new Error(`${tag} did not come to '${phase}': ${now.slice(0, 500)}`);
  }
}
