import { testExample } from './suite.ts';

const command = (port: string) => ['node_modules/.bin/wrangler', 'dev', '--port', port, '--inspector-port', '0'];
testExample('workers', { command, production: 'routes' });
