import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startSandbox } from '../../src/sandbox/index.ts';
import { createSandbox } from '../../src/sandbox/service.ts';
import { startTestService } from '../../src/testing/index.ts';

describe('options that the sandbox does not have', () => {
  for (const [options, message] of [
    [{ requestPerMinute: 5 }, 'requestPerMinute: no such option; did you mean requestsPerMinute?'],
    [{ prot: 4242 }, 'prot: no such option; did you mean port?'],
    [{ colour: 'red' }, 'colour: no such option'],
    [{ notShown: {} }, 'notShown: this option is now called contractGaps'],
    [{ random: () => 0 }, 'random: this option is now called seed'],
    [
      { contractGaps: { confirmation: { required: 1 } } },
      'contractGaps.confirmation: no such option; did you mean confirmations?',
    ],
  ] as const)
    it(`are rejected: ${message}`, async () => {
      await assert.rejects(startSandbox(options as never), { name: 'TypeError', message });
      await assert.rejects(startTestService(options as never), { name: 'TypeError', message });
      // Only a server has a port.
      if (!('prot' in options)) assert.throws(() => createSandbox(options as never), { name: 'TypeError', message });
    });

  it('have no effect when they are undefined', async () => {
    const sandbox = await startSandbox({ colour: undefined } as never);
    await sandbox.close();
  });
});
