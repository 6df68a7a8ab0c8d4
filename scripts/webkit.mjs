/**
 * Controls WebKitGTK's MiniBrowser with WebDriver (https://www.w3.org/TR/webdriver2/) on a virtual display. It
 * implements the few methods of a Puppeteer page that our tests and the test runner's commands call, because Puppeteer
 * supports only Chrome and Firefox.
 * Alternatives: Playwright drives only its own build of WebKit. webdriverio works, but it is 219 packages with install
 * scripts.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Keys without a character, with their WebDriver codes. */
const KEYS = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  Space: ' ',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
  Meta: '\uE03D',
};
const BUTTONS = ['left', 'middle', 'right'];

/** The time limit for the start of the driver, and the interval at which its start is checked. Milliseconds. */
const START_MS = 20_000;
const LOOK_MS = 50;

/**
 * GTK's settings: no animations, which a page sees as reduced motion; and the smallest possible tool bar, because
 * otherwise no window could be narrower than 447 px.
 */
const SETTINGS = {
  'settings.ini': '[Settings]\ngtk-enable-animations=0\n',
  'gtk.css':
    '* { min-width: 0; margin: 0; padding: 0; border-width: 0; font-size: 1px; -gtk-icon-transform: scale(0.1); }',
};

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Returns the number of the free display that Xvfb has chosen. */
async function openDisplay(child) {
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`Xvfb ended at once with ${code}`)));
  const [number] = await Promise.race([once(child.stdio[3], 'data'), ended]);
  return `:${String(number).trim()}`;
}

class WebkitPage {
  #ask;

  constructor(ask) {
    this.#ask = ask;
  }

  /** The driver responds before the modules of a page have run, so this also waits for `load`. */
  async goto(url) {
    await this.#ask('POST', '/url', { url });
    await this.evaluate(() => document.readyState === 'complete' || new Promise((done) => (onload = () => done(true))));
  }

  /** Runs a function in the page and awaits its promise there. */
  evaluate(run, ...args) {
    return this.#ask('POST', '/execute/sync', { script: `return (${run}).apply(null, arguments)`, args });
  }

  /** @returns {Promise<Buffer>} The window's content as PNG, in device pixels. */
  async screenshot() {
    return Buffer.from(await this.#ask('GET', '/screenshot'), 'base64');
  }

  /** Sets the inner size. The window has a tool bar, so its size is measured and corrected until it fits. */
  async setViewport({ width, height }) {
    for (let turn = 0; turn < 5; turn++) {
      const inner = await this.evaluate(() => [innerWidth, innerHeight]);
      if (inner[0] === width && inner[1] === height) return;
      const rect = await this.#ask('GET', '/window/rect');
      const [x, y] = [rect.width + width - inner[0], rect.height + height - inner[1]];
      await this.#ask('POST', '/window/rect', { ...rect, width: x, height: y });
      await delay(LOOK_MS);
    }
  }

  get keyboard() {
    const act = (...actions) => this.#act({ type: 'key', id: 'keys', actions });
    const code = (key) => KEYS[key] ?? key;
    const down = (key) => ({ type: 'keyDown', value: code(key) });
    const up = (key) => ({ type: 'keyUp', value: code(key) });
    return {
      down: (key) => act(down(key)),
      up: (key) => act(up(key)),
      press: (key) => act(down(key), up(key)),
      type: (text) => act(...[...text].flatMap((sign) => [down(sign), up(sign)])),
    };
  }

  get mouse() {
    const act = (...actions) =>
      this.#act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions });
    const move = (x, y) => ({ type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) });
    const press = (type, { button = 'left' } = {}) => ({ type, button: BUTTONS.indexOf(button) });
    return {
      move: (x, y) => act(move(x, y)),
      down: (options) => act(press('pointerDown', options)),
      up: (options) => act(press('pointerUp', options)),
      click: (x, y, options) => act(move(x, y), press('pointerDown', options), press('pointerUp', options)),
      reset: () => this.#ask('DELETE', '/actions'),
    };
  }

  #act(source) {
    return this.#ask('POST', '/actions', { actions: [source] });
  }
}

/**
 * Starts a MiniBrowser with one page.
 *
 * @param {{ driver: string, binary: string, xvfb: string, xdotool: string }} programs - Paths.
 * @param {{ scale?: 1 | 2 }} options - Device pixels a CSS pixel.
 * @returns {Promise<{ page: WebkitPage, close: () => Promise<void> }>}
 */
export async function openWebkit({ driver, binary, xvfb, xdotool }, { scale = 1 } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'webkit-'));
  const children = [];
  const start = (...args) => {
    const child = spawn(...args);
    children.push(child);
    return child;
  };
  const end = () => {
    for (const child of children.splice(0).reverse()) child.kill();
    rmSync(home, { recursive: true, force: true });
  };
  process.once('exit', end);

  const settings = join(home, 'gtk-3.0');
  mkdirSync(settings);
  for (const [name, text] of Object.entries(SETTINGS)) writeFileSync(join(settings, name), text);

  const screen = ['-displayfd', '3', '-screen', '0', '4000x3000x24', '-nolisten', 'tcp'];
  const DISPLAY = await openDisplay(start(xvfb, screen, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] }));
  const env = {
    ...process.env,
    DISPLAY,
    GDK_BACKEND: 'x11',
    GDK_SCALE: String(scale),
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: home,
    XDG_DATA_HOME: home,
    NO_AT_BRIDGE: '1',
  };
  const port = await freePort();
  start(driver, [`--port=${port}`], { env, stdio: 'ignore' });

  let base = `http://127.0.0.1:${port}`;
  const ask = async (method, path, body) => {
    const answer = await fetch(base + path, { method, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`WebKitWebDriver: ${value?.error}: ${value?.message}`);
    return value;
  };
  const giveUp = performance.now() + START_MS;
  while (
    !(await ask('GET', '/status').then(
      () => true,
      () => false,
    ))
  ) {
    if (performance.now() > giveUp) throw new Error('WebKitWebDriver did not start in time');
    await delay(LOOK_MS);
  }
  const wanted = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } };
  const { sessionId } = await ask('POST', '/session', { capabilities: { alwaysMatch: wanted } });
  base += `/session/${sessionId}`;
  await ask('POST', '/timeouts', { script: 60_000, pageLoad: 60_000 });
  // Without a window manager the window gets no keyboard focus, and no element in the page would match :focus.
  const search = ['search', '--onlyvisible', '--class', 'MiniBrowser', 'windowfocus'];
  await once(spawn(xdotool, search, { env, stdio: 'ignore' }), 'exit');

  return {
    page: new WebkitPage(ask),
    async close() {
      await ask('DELETE', '').catch(() => {});
      end();
    },
  };
}
