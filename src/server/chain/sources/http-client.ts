import { exactJson } from '../../../core/json.ts';
import { toBase64 } from '../../base64url.ts';
import { ConfigurationError } from '../../configuration-error.ts';
import { checkFunction, checkNames, checkObject } from '../../read-options.ts';
import { ChainError } from '../chain-error.ts';
import { isHtml, responseText } from '../../response-text.ts';
import { systemCodeOf } from '../../system-code.ts';
import { createAnswerReader } from './read-answer.ts';
import type { SourceCallOptions } from '../chain-source.ts';

/** How to reach a source. */
export interface EndpointOptions {
  /**
   * The address, with a key in it where the server wants one, or with `user:password@`. It is a secret: it is in no
   * error, event or output of `util.inspect`.
   */
  readonly url: string | undefined;
  /** Further headers, such as a key. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The name of the source in events and errors. Default: that of its function. */
  readonly name?: string | undefined;
  /** How many requests the server allows a minute. Default: see each source. */
  readonly requestsPerMinute?: number | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

const ENDPOINT_OPTIONS = Object.keys({
  url: 0,
  headers: 0,
  name: 0,
  requestsPerMinute: 0,
  fetch: 0,
} satisfies Record<keyof EndpointOptions, 0>);

/** The longest answer that is read, in bytes. The 1,000 newest transactions of an address are shorter. */
const MAX_BYTES = 8 * 1024 * 1024;

interface HttpCallOptions extends SourceCallOptions {
  /**
   * The code of the error when the answer is too long. Default: `bad-answer`, a failure of the source. An answer about one
   * address is `history-too-short`: anybody can send many transactions to it.
   */
  readonly tooLong?: 'history-too-short';
}

export interface HttpClient {
  readonly name: string;
  /** Sends a GET and returns its JSON, with every number as text. @throws ChainError */
  readonly get: (path: string, options: HttpCallOptions) => Promise<unknown>;
  /** The same for an answer in plain text. @throws ChainError */
  readonly getText: (path: string, options: SourceCallOptions) => Promise<string>;
  readonly post: (path: string, body: object, options: SourceCallOptions) => Promise<unknown>;
  /** Calls a method of JSON-RPC. @throws ChainError; the code of an error of the RPC is in `RpcFailure` */
  readonly rpc: (method: string, params: readonly unknown[], options: HttpCallOptions) => Promise<unknown>;
}

/** An error that the RPC of a source answered. Its text is not kept: it may repeat what was sent. */
export class RpcFailure extends ChainError {
  /** The code of JSON-RPC, such as -32601 for an unknown method. */
  readonly rpcCode: number;

  constructor(source: string, method: string, rpcCode: number) {
    super('rejected', source, `${method} was answered with error ${rpcCode}`);
    this.rpcCode = rpcCode;
  }
}

/**
 * Creates the client of one source. It repeats nothing: the scheduler asks again, in the pace of the source.
 *
 * @param kind the function of the source: `coreRpc`
 * @param own the options of that function besides those of every source
 * @throws ConfigurationError that names the option
 */
export function createHttpClient(kind: string, options: EndpointOptions, own: readonly string[]): HttpClient {
  checkObject(options, kind, "{ url: 'https://chain.example/api' }");
  checkNames(options, [...ENDPOINT_OPTIONS, ...own], `${kind}.`);
  checkFunction(options.fetch, `${kind}.fetch`);
  const name = readName(kind, options.name);
  const { addressOf, headers } = readEndpoint(kind, options);
  const read = createAnswerReader(name);
  // Resolved with each request, so that tests and instrumentation may replace it later.
  const send: typeof globalThis.fetch = (...args) => (options.fetch ?? globalThis.fetch)(...args);
  let id = 0;

  async function request(path: string, body: object | undefined, call: HttpCallOptions) {
    const { timeout, signal, tooLong: code = 'bad-answer' } = call;
    const tooLong = () => new ChainError(code, name, `the answer is longer than ${MAX_BYTES} bytes`);
    await call.beforeRequest?.();
    const limit = AbortSignal.timeout(timeout);
    try {
      const response = await send(addressOf(path), {
        method: body === undefined ? 'GET' : 'POST',
        headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
        // A redirect would send the key to another server.
        redirect: 'manual',
        signal: AbortSignal.any([signal, limit]),
      });
      const text = await responseText(response, MAX_BYTES, tooLong);
      return { response, text };
    } catch (cause) {
      if (cause instanceof ChainError) throw cause;
      if (signal.aborted) throw new ChainError('aborted', name, 'aborted');
      if (limit.aborted) throw new ChainError('timeout', name, `no whole answer within ${timeout} ms`);
      // The message of the cause names the host, which may contain a key.
      const code = systemCodeOf(cause);
      throw new ChainError('unreachable', name, `no answer${code === undefined ? '' : ` (${code})`}`);
    }
  }

  function checkStatus({ status, headers: received }: Response): void {
    if (status >= 200 && status < 300) return;
    if (status === 429 || status === 503) {
      const seconds = Number(received.get('retry-after') ?? NaN);
      const retryAfter = seconds >= 0 && seconds <= 3600 ? { retryAfter: seconds } : {};
      throw new ChainError('rate-limited', name, `too many requests (HTTP ${status})`, retryAfter);
    }
    if (status === 401 || status === 403)
      throw new ChainError('unauthorized', name, `HTTP ${status}: check the key, or the user and the password`);
    throw new ChainError('rejected', name, `HTTP ${status}`);
  }

  function parse(text: string): unknown {
    try {
      return exactJson(text);
    } catch {
      throw new ChainError('bad-answer', name, `the answer is no JSON${isHtml(text) ? ': it is an HTML page' : ''}`);
    }
  }

  return {
    name,
    async get(path, options) {
      const { response, text } = await request(path, undefined, options);
      checkStatus(response);
      return parse(text);
    },
    async getText(path, options) {
      const { response, text } = await request(path, undefined, options);
      checkStatus(response);
      return text.trim();
    },
    async post(path, body, options) {
      const { response, text } = await request(path, body, options);
      checkStatus(response);
      return parse(text);
    },
    async rpc(method, params, options) {
      const { response, text } = await request('', { jsonrpc: '2.0', id: (id += 1), method, params }, options);
      // Bitcoin Core answers errors of its RPC with the status 500 or 404. A limit or a wrong key has a status of its own.
      const isRpcError = [400, 404, 500].includes(response.status) && /^\s*\{[^]*"error"\s*:\s*\{/.test(text);
      if (!isRpcError) checkStatus(response);
      const answer = read.record(parse(text), 'answer');
      const { error } = answer;
      if (error !== undefined && error !== null) {
        const code = Number(read.record(error, 'error')['code']);
        throw new RpcFailure(name, method, Number.isInteger(code) ? code : 0);
      }
      if (!('result' in answer)) throw read.fail('result', 'a value');
      return answer['result'];
    },
  };
}

/** The name of a source; by default `core-rpc` for `coreRpc`. */
function readName(kind: string, name: string | undefined): string {
  const own = kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (name === undefined) return own;
  if (typeof name !== 'string' || !/^[a-z][a-z0-9-]{0,30}$/.test(name))
    throw new ConfigurationError(
      `${kind}.name`,
      `lower-case letters, digits and hyphens are needed, such as '${own}-2'`,
    );
  return name;
}

function readEndpoint(kind: string, { url: text, headers = {} }: EndpointOptions) {
  checkObject(headers, `${kind}.headers`, "{ 'x-api-key': key }");
  const option = `${kind}.url`;
  const example = 'an address such as https://chain.example/api is needed';
  if (text === undefined) throw new ConfigurationError(option, example, 'option-missing');
  if (typeof text !== 'string' || !URL.canParse(text)) throw new ConfigurationError(option, example);
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new ConfigurationError(option, example);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  // `fetch` refuses addresses with a user.
  const basic = username === '' ? {} : { authorization: basicLogin(option, username, password) };
  const { origin, pathname, search } = url;
  const base = `${origin}${pathname.replace(/\/+$/, '')}`;
  // A key may be in the query of the address.
  const addressOf = (path: string) => `${base}${path}${path.includes('?') ? search.replace('?', '&') : search}`;
  return { addressOf, headers: { ...basic, ...headers } };
}

function basicLogin(option: string, username: string, password: string): string {
  try {
    const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${toBase64(new TextEncoder().encode(login))}`;
  } catch {
    throw new ConfigurationError(option, 'a % in its user or password must be written as %25');
  }
}
