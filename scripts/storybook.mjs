// `npm run storybook` shows the stories while they are written; `npm run build-storybook` writes them as plain files
// into storybook-static/. Nothing is asked of a network: no telemetry, no look for a newer version.
import { execFileSync, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
/** This machine alone can reach it. */
const HERE = ['--host', '127.0.0.1', '-p', '6006'];

const [command, ...rest] = process.argv.slice(2);
const args =
  command === 'build'
    ? ['build', '--quiet', ...rest]
    : ['dev', ...HERE, '--no-open', '--no-version-updates', ...(command ? [command] : []), ...rest];

// custom-elements.json is where the docs, the controls and the theming page come from.
execFileSync(process.execPath, [at('./build.mjs'), '--if-stale'], { stdio: 'inherit' });
const child = spawn(process.execPath, [at('../node_modules/storybook/dist/bin/dispatcher.js'), ...args], {
  cwd: at('..'),
  stdio: 'inherit',
  env: { ...process.env, STORYBOOK_DISABLE_TELEMETRY: '1' },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
