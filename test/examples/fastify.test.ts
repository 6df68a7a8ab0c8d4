import { testExample } from './suite.ts';

testExample('fastify', { production: 'all' });
testExample('fastify', { typescript: true, production: 'all' });
