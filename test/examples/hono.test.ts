import { testExample } from './suite.ts';

testExample('hono');
