import { testExample } from './suite.ts';

testExample('hono', { production: 'all' });
