import { testExample } from './suite.ts';

testExample('nuxt', { production: 'all' });
