// `npm start`: builds what is stale and opens the demo shop.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

execFileSync(process.execPath, [fileURLToPath(new URL('./build.mjs', import.meta.url)), '--if-stale'], {
  stdio: 'inherit',
});
await import('../demo/main.ts');
