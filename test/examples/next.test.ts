import { testExample } from './suite.ts';

testExample('next', { production: 'all', choose: (ref) => `/checkout/${ref}/choose` });
