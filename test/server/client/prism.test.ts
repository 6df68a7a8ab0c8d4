import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { clientSuite } from './client-suite.ts';

const ROOT = new URL('../../../', import.meta.url);
const path = (inProject: string) => fileURLToPath(new URL(inProject, ROOT));

/** A port that is free now: Prism does not say which one it took when it is given 0. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

// A server that nobody of us wrote, made from the contract's OpenAPI document. It checks each request against
// the document too, also the body of the GET.
clientSuite('a server made from docs/openapi.json', async () => {
  const port = String(await freePort());
  const args = ['mock', '--host', '127.0.0.1', '--port', port, path('docs/openapi.json')];
  const child = spawn(process.execPath, [path('node_modules/@stoplight/prism-cli/dist/index.js'), ...args]);
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Prism is listening')) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', () => reject(new Error(`Prism did not start: ${said}`)));
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
