import { testExample } from './suite.ts';

testExample('fastify', { production: 'all', requestLimitMs: 15_000 });
testExample('fastify', { typescript: true, production: 'all' });
