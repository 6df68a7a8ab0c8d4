import { testExample } from './suite.ts';

testExample('express');
