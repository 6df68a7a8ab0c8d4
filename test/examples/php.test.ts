import { findInterpreters } from '../../scripts/interpreters.mjs';
import { testExample } from './suite.ts';

const { php } = findInterpreters();
if (php) testExample('php', { rendersOnServer: false, job: [php, 'backend/ship.php'] });
