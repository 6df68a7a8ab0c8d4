import { testExample } from './suite.ts';

testExample('astro');
