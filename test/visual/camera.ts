import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer, { type Page } from 'puppeteer-core';
import { chromiumArgs, enginesHere, firefoxOptions } from '../../scripts/browsers.mjs';
import { openWebkit } from '../../scripts/webkit.mjs';

/** A page of some engine: what all of them can do. */
export interface Camera extends Pick<Page, 'goto' | 'evaluate'> {
  setViewport(size: { width: number; height: number }): Promise<void>;
  /** What the window shows, as PNG in device pixels. */
  screenshot(): Promise<Uint8Array>;
  close(): Promise<void>;
}

export const engines = enginesHere();

/**
 * The one family of fonts there is, from a package, drawn without the machine's own rendering settings: text that
 * looks the same on every Linux. See https://www.freedesktop.org/software/fontconfig/fontconfig-user.html.
 */
const fontsConf = (cache: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fileURLToPath(new URL('../../node_modules/dejavu-fonts-ttf/ttf', import.meta.url))}</dir>
  <cachedir>${cache}</cachedir>
  <alias binding="same"><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
  <match target="pattern"><edit name="family" mode="append_last"><string>DejaVu Sans</string></edit></match>
  <match target="font">
    <edit name="antialias"><bool>true</bool></edit>
    <edit name="hintstyle"><const>hintnone</const></edit>
    <edit name="rgba"><const>none</const></edit>
  </match>
</fontconfig>`;

export interface CameraOptions {
  /** Device pixels a CSS pixel. */
  readonly scale?: 1 | 2;
  /** A finger instead of a mouse, in Chromium. */
  readonly touch?: boolean;
}

/** Opens an engine. */
export async function openCamera(
  [name, programs]: (typeof engines)[number],
  { scale = 1, touch = false }: CameraOptions,
): Promise<Camera> {
  if (typeof programs !== 'string') {
    const { page, close } = await openWebkit(programs as Parameters<typeof openWebkit>[0], { scale });
    return Object.assign(page, { close }) as unknown as Camera;
  }
  const home = mkdtempSync(join(tmpdir(), 'fonts-'));
  const fonts = join(home, 'fonts.conf');
  writeFileSync(fonts, fontsConf(home));
  const chromium = {
    executablePath: programs,
    args: [...chromiumArgs, '--force-prefers-reduced-motion'],
    env: { ...process.env, FONTCONFIG_FILE: fonts },
  };
  const browser = await puppeteer.launch(name === 'firefox' ? firefoxOptions(programs) : chromium);
  const page = await browser.newPage();
  return {
    goto: (url) => page.goto(url),
    evaluate: page.evaluate.bind(page),
    setViewport: (size) => page.setViewport({ ...size, deviceScaleFactor: scale, hasTouch: touch }),
    screenshot: () => page.screenshot(),
    async close() {
      await browser.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
