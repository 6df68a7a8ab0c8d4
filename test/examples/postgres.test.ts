import { testExample } from './suite.ts';

testExample('express', { store: 'postgres' });
