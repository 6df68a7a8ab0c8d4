import { findInterpreters } from '../../scripts/interpreters.mjs';
import { testExample } from './suite.ts';

const { python } = findInterpreters();
if (python) testExample('python', { rendersOnServer: false, job: [python, 'backend/ship.py'] });
