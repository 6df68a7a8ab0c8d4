import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../support/free-port.ts';
import { clientSuite } from './client-suite.ts';

const ROOT = new URL('../../../../', import.meta.url);
const path = (inProject: string) => fileURLToPath(new URL(inProject, ROOT));

// A server that nobody of us wrote, made from the contract's OpenAPI document. It checks each request against
// the document too, also the body of the GET.
clientSuite('a server made from docs/openapi.json', async () => {
  // Prism does not say which port it took when it is given 0.
  const port = String(await freePort());
  const args = ['mock', '--host', '127.0.0.1', '--port', port, path('docs/openapi.json')];
  const child = spawn(process.execPath, [path('node_modules/@stoplight/prism-cli/dist/index.js'), ...args]);
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const onMessage = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Prism is listening')) resolve();
    };
    child.stdout.on('data', onMessage);
    child.stderr.on('data', onMessage);
    child.on('exit', () => reject(new Error(`Prism did not start: ${output}`)));
  });
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: 'any',
    close: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
});
