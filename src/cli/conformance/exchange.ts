import { request as requestHttp, type ClientRequest, type IncomingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';
import { URL } from 'node:url';

/** The longest wait for a response. A held status may take 15 s. Milliseconds. */
const TIMEOUT_MS = 25_000;

/** The longest body that is read, in bytes. */
const BODY_MAX = 1024 * 1024;

/** The longest part of a body in the report, in characters. */
const SHOWN_MAX = 500;

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Sends the body in chunks, without Content-Length. */
  readonly isChunked?: boolean;
}

/** A request of the backend and its response. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string;
  /** 0 when there was no response. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The object in the body. An empty object when there is none. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly ms: number;
  /** Why there was no response. */
  readonly problem?: string;
}

/**
 * Sends a request. It never rejects: a closed connection is an exchange with status 0. It uses `node:http`, because `fetch`
 * sets headers of its own and does not send every header that a client can write.
 */
export function exchange(url: string, options: RequestOptions = {}): Promise<Exchange> {
  const { method = 'GET', headers = {}, body, isChunked = false } = options;
  const started = performance.now();
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const sent = {
    method,
    url,
    requestHeaders: headers,
    requestBody: bytes === undefined ? '' : shorten(bytes.toString('utf8')),
  };
  const took = () => Math.round(performance.now() - started);
  return new Promise((resolve) => {
    const fail = (problem: string) =>
      resolve({ ...sent, status: 0, headers: {}, text: '', json: {}, ms: took(), problem });
    const length = bytes !== undefined && !isChunked ? { 'content-length': String(bytes.length) } : {};
    let client: ClientRequest;
    try {
      const send = url.startsWith('https:') ? requestHttps : requestHttp;
      client = send(new URL(url), { method, headers: { ...length, ...headers }, timeout: TIMEOUT_MS, agent: false });
    } catch (error) {
      return fail((error as Error).message);
    }
    client.once('timeout', () => client.destroy(new Error(`no response within ${TIMEOUT_MS / 1000} s`)));
    client.once('error', ({ message }) => fail(message));
    client.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > BODY_MAX) client.destroy(new Error('the response is longer than 1 MB'));
      });
      response.once('error', ({ message }) => fail(message));
      response.once('end', () => {
        const { statusCode: status = 0, headers: received } = response;
        resolve({ ...sent, status, headers: received, text, json: readObject(text), ms: took() });
        client.destroy(); // the rest of a request that was answered early is not sent
      });
    });
    client.end(bytes);
  });
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

const shorten = (text: string) =>
  text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}… (${text.length} characters)` : text;

/** The request as text for the report. */
export const requestText = ({ method, url, requestHeaders, requestBody }: Exchange): string =>
  [
    `${method} ${url}`,
    ...Object.entries(requestHeaders).map(([name, value]) => `${name}: ${value}`),
    ...(requestBody === '' ? [] : ['', requestBody]),
  ].join('\n');

/** The response as text for the report, with the headers that the checks read. */
export function responseText({ status, headers, text, problem, ms }: Exchange): string {
  if (problem !== undefined) return `no response: ${problem}`;
  const shown = ['content-type', 'cache-control', 'retry-after', 'location', 'access-control-allow-origin'];
  const lines = shown.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${String(headers[name])}`]));
  return [`${status} (after ${ms} ms)`, ...lines, '', shorten(text)].join('\n').trimEnd();
}
