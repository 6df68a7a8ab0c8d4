import { testExample } from './suite.ts';

testExample('express', { production: 'all' });
