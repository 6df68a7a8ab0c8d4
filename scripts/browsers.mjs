/**
 * The browsers of the tests: Chromium, Firefox and WebKit. Finds the installed ones, installs missing ones where that
 * is allowed, and defines how each is started. `@puppeteer/browsers` is not used, because it has no WebKit and does not
 * find an installed Chromium or Firefox.
 *
 * `CHROME_PATH`, `FIREFOX_PATH`, `MINIBROWSER_PATH` and `WEBKIT_DRIVER_PATH` take precedence over the usual paths.
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

/**
 * The Debian packages of each engine. MiniBrowser is in the package of the driver; xdotool gives its window the
 * keyboard focus.
 */
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
 * Returns the installed programs by the name of the engine. WebKit has several programs.
 * @param {NodeJS.ProcessEnv} env
 */
export const findBrowsers = (env = process.env) => ({
  chromium: env.CHROME_PATH || find(env, CHROMIUM, CHROMIUM_ELSEWHERE),
  firefox: env.FIREFOX_PATH || find(env, ['firefox', 'firefox-esr'], FIREFOX_ELSEWHERE),
  webkit: findWebkit(env),
});

/**
 * Returns the path of an installed Chromium.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string}
 * @throws Error with a recommended action when there is none.
 */
export function findChromium(env = process.env) {
  const { chromium } = findBrowsers(env);
  if (!chromium) throw new Error('No Chromium on this machine: install one, or set CHROME_PATH to its path.');
  return chromium;
}

/**
 * Options for a quiet start with the same result on every machine. The sandbox is off where Chromium cannot create one
 * (root, CI).
 */
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
 * Options with which Puppeteer starts Firefox. Without the settings server and its environment variable it contacts
 * Mozilla at every start.
 * @type {(executablePath: string) => import('puppeteer-core').LaunchOptions}
 */
export const firefoxOptions = (executablePath) => ({
  browser: 'firefox',
  executablePath,
  env: { ...process.env, MOZ_REMOTE_SETTINGS_DEVTOOLS: '1' },
  extraPrefsFirefox: { 'services.settings.server': 'data:,#remote-settings-dummy/v1', 'ui.prefersReducedMotion': 1 },
});

/** Returns the installed engines that ENGINES names (`chromium,firefox,webkit`), each with its programs. */
export function enginesHere(env = process.env) {
  const wanted = (env.ENGINES ?? 'chromium').split(',');
  return Object.entries(findBrowsers(env)).filter(([name, program]) => program && wanted.includes(name));
}

/**
 * Installs a missing engine from Debian's packages, when this runs as root.
 * @param {keyof typeof PACKAGES} name
 * @returns {boolean} Whether the engine is installed.
 * @throws Error when its installation failed.
 */
export function installBrowser(name) {
  if (findBrowsers()[name]) return true;
  // Without a font every letter is drawn as a box, and some have no width.
  const tried = installDebian('the browser tests', ['fonts-dejavu-core', ...PACKAGES[name]]);
  const found = Boolean(findBrowsers()[name]);
  if (tried && !found) throw new Error(`${name} could not be installed: apt-get install ${PACKAGES[name].join(' ')}`);
  return found;
}
