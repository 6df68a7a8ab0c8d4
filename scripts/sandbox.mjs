// `npm run sandbox -- --port 4242`: the command of the package, from this checkout.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

execFileSync(process.execPath, [fileURLToPath(new URL('./build.mjs', import.meta.url)), '--if-stale'], {
  stdio: 'inherit',
});
const cli = new URL('../dist/cli.js', import.meta.url);
process.argv = [process.argv[0], fileURLToPath(cli), 'sandbox', ...process.argv.slice(2)];
await import(cli);
