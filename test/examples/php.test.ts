import { findInterpreters } from '../../scripts/interpreters.mjs';
import { testExample } from './suite.ts';

const { php } = findInterpreters();
const command = (port: string) => [php!, '-q', '-S', `127.0.0.1:${port}`, '-t', 'public', 'public/index.php'];
if (php) testExample('php', { rendersOnServer: false, command, job: [php, 'backend/ship.php'] });
