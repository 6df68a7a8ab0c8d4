/** Finds the Chromium the browser tests run in. CHROME_PATH wins over the usual places. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

function usable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function chromium(env) {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const places = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...ELSEWHERE];
  return env.CHROME_PATH || places.find(usable);
}

/**
 * The path of a Chromium.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string}
 * @throws Error with what to do when there is none.
 */
export function findChromium(env = process.env) {
  const found = chromium(env);
  if (!found) throw new Error('No Chromium on this machine: install one, or set CHROME_PATH to its path.');
  return found;
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

/** On a Debian machine that is ours (root, as in CI) an absent Chromium is installed from its own packages. */
export function installBrowser(env = process.env) {
  if (chromium(env) || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const apt = (...args) =>
    spawnSync('apt-get', ['-qq', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  console.log('installing Chromium for the browser tests …');
  apt('update');
  // A font too: without one every letter is a box, and some have no width.
  apt('install', '-y', '--no-install-recommends', 'chromium', 'fonts-dejavu-core');
}
