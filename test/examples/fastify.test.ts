import { testExample } from './suite.ts';

testExample('fastify', { production: 'all' });
