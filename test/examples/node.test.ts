import { testExample } from './suite.ts';

testExample('node', { production: 'all', requestLimitMs: 15_000 });
testExample('node', { typescript: true });
