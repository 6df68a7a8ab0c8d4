import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { checkNames, checkObject, readMilliseconds } from '../../../read-options.ts';
import { isWithoutTls, NO_TLS } from '../../../system-code.ts';
import {
  TransportError,
  type Transport,
  type TransportFault,
  type TransportRequest,
  type TransportResponse,
} from './transport.ts';

/** The options of `nodeTransport`. */
export interface NodeTransportOptions {
  /**
   * The idle time after which a connection is closed, in milliseconds. Default: 4,000. It is shorter than the 5 s after which many
   * servers close an idle connection: a request on a connection that is being closed is lost, and the client cannot
   * know whether the service received it.
   */
  readonly idle?: number;
}

const IDLE_MS = 4_000;

/**
 * True in Deno, whose `node:http` repeats a request, also a POST, when its reused connection is reset (seen with 2.9).
 * There each request gets a new connection, because a repeated creation would create two payments.
 */
const sendsAgain = 'Deno' in globalThis;

/**
 * Creates a transport that sends requests with `node:http` and `node:https` and reuses connections.
 *
 * A body always has a content-length, also on a GET (contract 4.5). Without one, Node sends the bytes unframed, and the
 * server reads them as the start of the next request on that connection.
 *
 * @throws ConfigurationError that names the option
 */
export function nodeTransport(options: NodeTransportOptions = {}): Transport {
  checkObject(options, 'options', '{ idle: 4_000 }');
  checkNames(options, ['idle'], '');
  const kept = { keepAlive: !sendsAgain, timeout: readMilliseconds('idle', options.idle, IDLE_MS, 1) };
  const agents = {
    'http:': { agent: new HttpAgent(kept), start: httpRequest },
    'https:': { agent: new HttpsAgent(kept), start: httpsRequest },
  };

  return (asked) =>
    new Promise((resolve, reject) => {
      const { method, url, body, signal, timeout } = asked;
      if (signal?.aborted)
        return reject(new TransportError('aborted', 'aborted', { sent: false, cause: signal.reason }));
      if (body !== undefined && method === 'GET' && globalThis.navigator?.userAgent === 'Cloudflare-Workers') {
        const reason = 'this runtime removes the body of a GET request, which this call needs: pass a transport';
        return reject(new TransportError('unsupported', reason, { sent: false }));
      }

      const bytes = body === undefined ? undefined : new TextEncoder().encode(body);
      const headers = { ...asked.headers, ...(bytes && { 'content-length': String(bytes.byteLength) }) };
      let sent = false;
      let settled = false;

      let started;
      try {
        const { protocol } = new URL(url);
        const { agent, start } = agents[protocol as keyof typeof agents];
        started = start(url, { method, headers, agent });
      } catch (cause) {
        return reject(new TransportError('network', 'the request cannot be built', { sent: false, cause }));
      }
      const request = started;

      const settle = (how: () => void): void => {
        if (settled) return;
        settled = true;
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        how();
      };
      const fail = (code: TransportFault, reason: string, cause?: unknown): void =>
        settle(() => {
          reject(new TransportError(code, reason, { sent, cause }));
          request.destroy();
        });
      const onAbort = (): void => fail('aborted', 'aborted', signal?.reason);
      // This listener is added before the request can be destroyed: an 'error' event without a listener ends the
      // process.
      request.on('error', (cause) => fail('network', isWithoutTls(cause) ? NO_TLS : 'no answer', cause));
      const timer = setTimeout(() => fail('timeout', `no whole answer within ${timeout} ms`), timeout);
      signal?.addEventListener('abort', onAbort, { once: true });

      request.on('socket', (socket) => whenOpen(socket, url, request.reusedSocket, () => (sent = true)));
      request.on('response', (response) => {
        // A response proves that the request was sent, whatever events the socket emitted.
        sent = true;
        readAnswer(response, asked, fail, (answer) => settle(() => resolve(answer)));
      });
      request.end(bytes);
    });
}

/** Calls back when the connection can send bytes: from then on the service may have received the request. */
function whenOpen(socket: Socket, url: string, reused: boolean, open: () => void): void {
  if (reused) return open();
  // Over TLS nothing is written before the handshake has ended and the certificate is accepted.
  if (url.startsWith('https:')) socket.once('secureConnect', open);
  else if (socket.connecting) socket.once('connect', open);
  else open();
}

function readAnswer(
  response: IncomingMessage,
  { maxBytes }: TransportRequest,
  fail: (code: TransportFault, reason: string, cause?: unknown) => void,
  done: (answer: TransportResponse) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const cut = (cause?: unknown): void => fail('network', 'the answer was cut short', cause);
  response.on('error', cut);
  response.on('close', () => cut());
  response.on('data', (chunk: Buffer) => {
    size += chunk.byteLength;
    chunks.push(chunk);
    if (size > maxBytes) fail('bad-answer', `the answer is longer than ${maxBytes} bytes`);
  });
  response.on('end', () => {
    // Node emits an error before this event. Other runtimes only end the stream.
    if (!response.complete) return cut();
    const status = response.statusCode ?? 0;
    let text: string;
    try {
      // Only a developer reads the body of an error response, so an invalid byte in it may be replaced.
      text = new TextDecoder('utf-8', { fatal: status < 400 }).decode(Buffer.concat(chunks));
    } catch {
      return fail('bad-answer', 'the answer is not UTF-8');
    }
    const headers = Object.entries(response.headers).map(([name, value = '']) => [name, String(value)] as const);
    done({ status, headers: Object.fromEntries(headers), text });
  });
}
