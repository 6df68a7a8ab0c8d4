import { testExample } from './suite.ts';

testExample('next');
