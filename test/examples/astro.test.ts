import { testExample } from './suite.ts';

testExample('astro', { production: 'all' });
