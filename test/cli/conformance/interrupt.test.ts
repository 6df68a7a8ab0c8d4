import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/free-port.ts';
import { until } from '../../support/until.ts';
import { cli, NONE } from '../run.ts';

const program = fileURLToPath(new URL('node-shop.ts', import.meta.url));
const node = `"${process.execPath}"`;

describe('pay-elements conformance that is interrupted', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'pay-elements-interrupt-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const isRunning = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    for (const [when, start] of [
      ['while it starts', `${node} -e 'setInterval(() => {}, 1000)'`],
      ['during a check', `exec ${node} "${program}"`],
    ] as const)
      it(`ends its backend ${when}, at ${signal}`, { timeout: 60_000 }, async () => {
        const port = await freePort();
        const [pidFile, orderFile] = ['pid', 'order'].map((name) => join(folder, `${name}-${port}`));
        const order = `touch "${orderFile}"; ${node} -e 'setTimeout(() => {}, 3000)'`;
        const child = spawn(
          process.execPath,
          [
            ...[cli, 'conformance', `http://127.0.0.1:${port}/pay`, '--only', 'order', '--order', order],
            ...['--start', `echo $$ > "${pidFile}"; ${start}`],
          ],
          { env: { ...process.env, ...NONE, DATABASE: join(folder, `${port}.db`) }, stdio: 'ignore' },
        );
        const ended = once(child, 'exit');
        const begun = when === 'during a check' ? orderFile! : pidFile!;
        await until(() => existsSync(begun) && readFileSync(pidFile!, 'utf8').endsWith('\n'), 'it has begun');
        const pid = Number(readFileSync(pidFile!, 'utf8'));
        assert.ok(isRunning(pid));
        child.kill(signal);
        const result = (await ended) as readonly unknown[];
        const isLeft = isRunning(pid);
        if (isLeft) process.kill(-pid, 'SIGKILL');
        assert.deepEqual([isLeft, ...result], [false, exitCode, null]);
      });

  it('ends its backend when the reader of its output has gone', { timeout: 60_000 }, async () => {
    const port = await freePort();
    const pidFile = join(folder, `pid-${port}`);
    const child = spawn(
      process.execPath,
      [
        ...[cli, 'conformance', `http://127.0.0.1:${port}/pay`, '--only', 'order', '--order', 'echo none'],
        ...['--start', `echo $$ > "${pidFile}"; exec ${node} "${program}"`],
      ],
      { env: { ...process.env, ...NONE, DATABASE: join(folder, `${port}.db`) }, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const ended = once(child, 'exit');
    child.stdout.destroy();
    await ended;
    const pid = Number(readFileSync(pidFile, 'utf8'));
    await until(() => !isRunning(pid), 'the backend has ended');
  });
});
