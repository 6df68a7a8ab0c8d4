import { testExample } from './suite.ts';

testExample('node');
