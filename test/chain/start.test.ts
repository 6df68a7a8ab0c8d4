import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { until } from '../support/until.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** `npm start` itself, or another script, in a process group of its own, as far as its first address. */
async function npmStart(env: Readonly<Record<string, string>>, script = 'start') {
  const child = spawn('npm', ['run', script], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  while (!/The shop +http/.test(output) && child.exitCode === null)
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  const [url = ''] = /http:\/\/[^\s]+/.exec(output) ?? [];
  return { child, url, readOutput: () => output };
}

const untilGone = (url: string) =>
  until(
    () =>
      fetch(url).then(
        () => false,
        () => true,
      ),
    'the end of the server',
  );

describe('npm start', { timeout: 120_000 }, () => {
  const data = mkdtempSync(join(tmpdir(), 'pay-elements-start-'));

  it('ends with Ctrl-C, which a terminal sends to the whole group', async () => {
    const { child, url, readOutput } = await npmStart({ PORT: '0', SANDBOX_PORT: '0', DEMO_DATA: data });
    assert.ok(url, readOutput());
    process.kill(-child.pid!, 'SIGINT');
    await once(child, 'exit');
    await untilGone(url);
  });

  it('ends when npm alone receives the signal to end, as from a process manager', async () => {
    const { child, url, readOutput } = await npmStart({ PORT: '0', SANDBOX_PORT: '0', DEMO_DATA: data });
    assert.ok(url, readOutput());
    child.kill('SIGTERM');
    await untilGone(url);
  });

  it('serves the tags from their sources as npm run dev, in a page that Vite can reload', async () => {
    const { child, url, readOutput } = await npmStart({ PORT: '0', SANDBOX_PORT: '0', DEMO_DATA: data }, 'dev');
    assert.ok(url, readOutput());
    const answer = await fetch(`${url}/orders`, { method: 'POST', body: new URLSearchParams('highland=1') });
    assert.match(await answer.text(), /<script type="module" src="\/@vite\/client">/);
    assert.match(await (await fetch(`${url}/assets/pay-elements.js`)).text(), /from "\/src\//);
    process.kill(-child.pid!, 'SIGINT');
    await once(child, 'exit');
    await untilGone(url);
  });

  it('names the variable that is no port', async () => {
    const { child, readOutput } = await npmStart({ PORT: 'abc', DEMO_DATA: data });
    if (child.exitCode === null) await once(child, 'exit');
    assert.match(readOutput(), /PORT must be a port number, not 'abc'/);
    rmSync(data, { recursive: true, force: true });
  });
});
