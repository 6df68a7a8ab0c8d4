/**
 * The browsers of the tests: Chromium, Firefox and WebKit. Finds the installed ones, installs missing ones where it may, and
 * defines how each is started. `@puppeteer/browsers` does not serve: it has no WebKit, and finds no Chromium or Firefox that
 * the system has installed.
 *
 * `CHROME_PATH`, `FIREFOX_PATH`, `MINIBROWSER_PATH` and `WEBKIT_DRIVER_PATH` have priority over the usual paths.
 */
import { findProgram as find, installDebian } from './debian.mjs';

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const CHROMIUM_ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const FIREFOX_ELSEWHERE = ['/Applications/Firefox.app/Contents/MacOS/firefox'];
const TRIPLETS = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' };

/** What Debian calls each. MiniBrowser comes with the driver; xdotool gives its window the keyboard. */
const PACKAGES = {
  chromium: ['chromium'],
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'xvfb', 'xdotool'],
};

function findWebkit(env) {
  const folder = `/usr/lib/${TRIPLETS[process.arch]}`;
  const parts = {
    driver: env.WEBKIT_DRIVER_PATH || find(env, ['WebKitWebDriver']),
    binary:
      env.MINIBROWSER_PATH ||
      find(
        {},
        [],
        ['4.1', '4.0'].map((v) => `${folder}/webkit2gtk-${v}/MiniBrowser`),
      ),
    xvfb: find(env, ['Xvfb']),
    xdotool: find(env, ['xdotool']),
  };
  return Object.values(parts).every(Boolean) ? parts : undefined;
}

/**
 * What is on this machine, by name of the engine. WebKit is several programs.
 * @param {NodeJS.ProcessEnv} env
 */
export const findBrowsers = (env = process.env) => ({
  chromium: env.CHROME_PATH || find(env, CHROMIUM, CHROMIUM_ELSEWHERE),
  firefox: env.FIREFOX_PATH || find(env, ['firefox', 'firefox-esr'], FIREFOX_ELSEWHERE),
  webkit: findWebkit(env),
});

/**
 * The path of a Chromium.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string}
 * @throws Error with what to do when there is none.
 */
export function findChromium(env = process.env) {
  const { chromium } = findBrowsers(env);
  if (!chromium) throw new Error('No Chromium on this machine: install one, or set CHROME_PATH to its path.');
  return chromium;
}

/** Quiet, the same on every machine, and without a sandbox where Chromium refuses to make one (root, CI). */
export const chromiumArgs = [
  ...(process.getuid?.() === 0 || process.env.CI ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
];

/**
 * How Puppeteer starts Firefox. Without the first setting and its switch it contacts Mozilla at every start.
 * @type {(executablePath: string) => import('puppeteer-core').LaunchOptions}
 */
export const firefoxOptions = (executablePath) => ({
  browser: 'firefox',
  executablePath,
  env: { ...process.env, MOZ_REMOTE_SETTINGS_DEVTOOLS: '1' },
  extraPrefsFirefox: { 'services.settings.server': 'data:,#remote-settings-dummy/v1', 'ui.prefersReducedMotion': 1 },
});

/** The engines on this machine that ENGINES names, as in `chromium,firefox,webkit`, each with its programs. */
export function enginesHere(env = process.env) {
  const wanted = (env.ENGINES ?? 'chromium').split(',');
  return Object.entries(findBrowsers(env)).filter(([name, program]) => program && wanted.includes(name));
}

/**
 * Installs an engine where it is missing and may be installed: from Debian's packages, as root.
 * @param {keyof typeof PACKAGES} name
 * @returns {boolean} Whether it is on this machine.
 * @throws Error where its installation failed.
 */
export function installBrowser(name) {
  if (findBrowsers()[name]) return true;
  // With a font: without one every letter is a box, and some have no width.
  const tried = installDebian('the browser tests', ['fonts-dejavu-core', ...PACKAGES[name]]);
  const found = Boolean(findBrowsers()[name]);
  if (tried && !found) throw new Error(`${name} could not be installed: apt-get install ${PACKAGES[name].join(' ')}`);
  return found;
}
