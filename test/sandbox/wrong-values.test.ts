import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startSandbox } from '../../src/sandbox/index.ts';
import { startTestService } from '../../src/testing/index.ts';

it('a profile that does not exist is refused, with those that do', async () => {
  const options = { profile: 'strickt' as 'strict' };
  for (const start of [startSandbox, startTestService])
    await assert.rejects(start(options), /^TypeError: profile: must be 'strict', 'lenient' or 'weird'$/);
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
