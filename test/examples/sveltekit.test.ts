import { testExample } from './suite.ts';

testExample('sveltekit', { production: 'all' });
