import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SandboxControl } from '../actions/control.ts';
import { checkOptions, SERVER_OPTIONS } from '../check-options.ts';
import { isLocalName } from '../http.ts';
import { notDataFile, openDataFile, type DataFile } from './data-file.ts';
import { readState, writeState, type SandboxState } from '../state.ts';
import type { SandboxOptions } from '../options.ts';
import { createSandboxWith, type Sandbox, type SandboxInternals } from '../service.ts';

/** The sandbox has no authentication, so it listens on the loopback address only. */
const LOOPBACK = '127.0.0.1';

/** The options of `startSandbox`: those of `createSandbox`, a port and a file. */
export interface StartOptions extends Omit<SandboxOptions, 'url' | 'elementsScript' | 'saved'> {
  /** The port. 0 uses any free port. Default: 0. */
  readonly port?: number;
  /** A file in which the state is saved for the next start. By default nothing is saved. */
  readonly data?: string;
  /** True lets the process end while the sandbox is still listening: for tests. Default: false. */
  readonly unref?: boolean;
}

/** A running sandbox. */
export interface RunningSandbox extends AsyncDisposable {
  /** The contract's {base_url}, without a trailing slash. */
  readonly url: string;
  /** The contract's {pay_url}, with the hosted pages of crypto and local mobile-code payments. */
  readonly payUrl: string;
  /** The contract's {wallet_pay_url}, with the hosted pages of online-wallet payments. */
  readonly walletPayUrl: string;
  /** The URL of the control panel. */
  readonly panelUrl: string;
  /** The user's key, for GET /v2/user/me. */
  readonly apiKey: string;
  /** The key of the store. Which calls accept it is a setting (contract 5). */
  readonly storeApiKey: string;
  /** Plays the payer, moves the clock and injects faults, in the process of the sandbox. */
  readonly control: SandboxControl;
  /** Closes the server and all its connections. */
  readonly close: () => Promise<void>;
}

/**
 * Starts the sandbox as a server on this machine. It also reads the bodies of GET requests, which contract 4.5 needs.
 *
 * @throws {TypeError} when an option does not exist or has a wrong value; the message names it
 * @throws {Error} in production, because the sandbox's panel can mark any payment as paid
 * @throws {Error} when the file `data` does not belong to a sandbox, is in use by another one, or cannot be read or written;
 *   the message names it
 */
export async function startSandbox(given: StartOptions = {}): Promise<RunningSandbox> {
  checkOptions(given, SERVER_OPTIONS);
  return startSandboxWith(given);
}

/** `startSandbox` with what the commands of this package need. */
export async function startSandboxWith(given: StartOptions & SandboxInternals): Promise<RunningSandbox> {
  const { port = 0, data, unref = false, ...options } = given;
  if (process.env['NODE_ENV'] === 'production') {
    throw new Error('The sandbox does not start with NODE_ENV=production: it simulates payments and moves no money.');
  }
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, resolve);
  });
  if (unref) server.unref().on('connection', (socket) => socket.unref());
  const url = `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`;
  const { sandbox, file } = createOrClose();

  server.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error('pay-elements sandbox:', error);
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' });
      response.end('{"message":"The sandbox itself has failed."}');
    });
  });

  /** The limit of the current profile. */
  const maxBodyBytes = () => Number(sandbox.control.profile().settings['maxBodyBytes']?.value);

  /** Closes the server, the sandbox and its file when one of them cannot be used. */
  function createOrClose() {
    let sandbox: Sandbox | undefined;
    let file: DataFile<SandboxState> | undefined;
    try {
      file = data === undefined ? undefined : openDataFile(data, readState);
      const { save } = (sandbox = createWith(file?.saved));
      file?.begin(() => writeState(save()));
      return { sandbox, file };
    } catch (error) {
      sandbox?.close();
      server.close();
      file?.release();
      throw error;
    }
  }

  /** @throws Error that names the file, when its state cannot be used */
  function createWith(saved: SandboxState | undefined): Sandbox {
    try {
      return createSandboxWith({ ...options, url, elementsScript, saved });
    } catch (cause) {
      throw saved === undefined ? cause : notDataFile(data!, new Error('its content is damaged', { cause }));
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isLocalName(request.headers.host)) {
      response.writeHead(421, { 'content-type': 'text/plain' }).end('The sandbox answers at this machine only.\n');
      return;
    }
    const { text, whole } = await readBody(request, maxBodyBytes());
    const headers: Record<string, string | undefined> = {};
    for (const [name, value] of Object.entries(request.headers)) headers[name] = value?.toString();
    const { method = 'GET', url: path = '/' } = request;
    const { status, headers: own, body, reset } = await sandbox.handle({ method, path, headers, body: text });
    // Reading changes no state. A creation may also be a GET, but it has a body (contract 4.5).
    if (method !== 'GET' || text !== '') file?.keep();
    if (reset) {
      request.socket.resetAndDestroy();
      return;
    }
    // The connection is closed, because the unread part of the body would be parsed as the next request.
    const closing = whole ? {} : { connection: 'close' };
    response.writeHead(status, { ...own, ...closing, 'content-length': Buffer.byteLength(body) });
    response.end(body);
  }

  const close = () =>
    new Promise<void>((resolve) => {
      sandbox.close();
      server.close(() => resolve());
      server.closeAllConnections();
      file?.close();
    });

  return {
    url,
    payUrl: sandbox.payUrl,
    walletPayUrl: sandbox.walletPayUrl,
    panelUrl: `${url}/`,
    apiKey: sandbox.apiKey,
    storeApiKey: sandbox.storeApiKey,
    control: sandbox.control,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Reads until the body is longer than the limit: then the core refuses it as too long. */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<{ text: string; whole: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) break;
  }
  const bytes = Buffer.concat(chunks);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), whole: length <= maxBytes };
  } catch {
    // Not UTF-8: passed on as text of the same length that is no JSON, which is refused.
    return { text: '\uFFFD'.repeat(Math.min(length, maxBytes + 1)), whole: length <= maxBytes };
  }
}

/** The script with all tags, for the sandbox's own pages; `undefined` when it is not built. */
async function elementsScript(): Promise<string | undefined> {
  const file = new URL('dist/cdn/pay-elements.js', import.meta.resolve('pay-elements/package.json'));
  return readFile(file, 'utf8').catch(() => undefined);
}
