import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { startSandbox } from '../../src/sandbox/index.ts';
import { startTestService } from '../../src/testing/index.ts';
import { runCli } from '../cli/run.ts';

it('a profile that does not exist is refused, with those that do', async () => {
  const options = { profile: 'strickt' as 'strict' };
  for (const start of [startSandbox, startTestService])
    await assert.rejects(start(options), /^TypeError: profile: one of strict, lenient, weird is needed$/);
});

it('the clock of the tests moves forward only, by a number of milliseconds', async () => {
  const service = await startTestService();
  try {
    for (const ms of ['20m', undefined, -60_000, NaN])
      await assert.rejects(service.advance(ms as number), /^TypeError: advance: a number of milliseconds from 0 on/);
  } finally {
    await service.close();
  }
});

it('init names a file that is passed as its folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pay-elements-file-'));
  const file = join(folder, 'afile');
  writeFileSync(file, '');
  const { code, err } = await runCli(['init', '--stack', 'node', '--dir', file, '--yes']);
  rmSync(folder, { recursive: true });
  assert.deepEqual([code, err], [1, `${file} is not a folder. Pass a folder with --dir.\n`]);
});
