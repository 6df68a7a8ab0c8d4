import { testExample } from './suite.ts';

testExample('express', { production: 'all' });
testExample('express', { typescript: true, production: 'all' });
