/** The sandbox without limits, in a separate process. */
import { startSandbox } from '../../dist/sandbox/index.js';
import { serve } from './program.mjs';

const { url, apiKey } = await startSandbox({ requestsPerMinute: 1e9, quota: 1e9 });
serve({ url, apiKey });
process.on('disconnect', () => process.exit());
