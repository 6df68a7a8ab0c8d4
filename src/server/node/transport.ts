import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import {
  TransportError,
  type Transport,
  type TransportFault,
  type TransportRequest,
  type TransportResponse,
} from '../client/transport.ts';

export interface NodeTransportOptions {
  /**
   * How long a connection may lie idle before it is closed, in milliseconds. Shorter than the 5 s after which
   * many servers close theirs: a request on a connection that is being closed is lost, and it cannot be known
   * whether it was seen.
   */
  readonly idle?: number;
}

const IDLE_MS = 4_000;

/**
 * Deno's node:http sends a request again by itself, a POST too, when the kept connection it went out on is reset
 * (seen with 2.9): there each creation gets a connection of its own, or one payer might be given two payments.
 */
const sendsAgain = 'Deno' in globalThis;

/**
 * Requests over node:http and node:https, on connections that are kept for the next one.
 *
 * A body always goes with its content-length, on a GET too (contract 4.5): without one, Node sends the bytes
 * unframed, and the server takes them for the start of the next request on that connection.
 */
export function nodeTransport({ idle = IDLE_MS }: NodeTransportOptions = {}): Transport {
  if (!(idle > 0)) throw new TypeError('idle: milliseconds above zero are needed');
  const kept = { keepAlive: !sendsAgain, timeout: idle };
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
        const reason = 'this runtime drops the body of a GET, so the call cannot be made here: hand in a transport';
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
      // Before anything can destroy the request: an 'error' event without a listener ends the process.
      request.on('error', (cause) => fail('network', 'no answer', cause));
      const timer = setTimeout(() => fail('timeout', `no whole answer within ${timeout} ms`), timeout);
      signal?.addEventListener('abort', onAbort, { once: true });

      request.on('socket', (socket) => whenOpen(socket, url, request.reusedSocket, () => (sent = true)));
      request.on('response', (response) => {
        // An answer proves it, whatever the socket said.
        sent = true;
        readAnswer(response, asked, fail, (answer) => settle(() => resolve(answer)));
      });
      request.end(bytes);
    });
}

/** Calls back as soon as bytes may leave on this connection: from then on the service may have received the request. */
function whenOpen(socket: Socket, url: string, reused: boolean, open: () => void): void {
  if (reused) return open();
  // Over TLS nothing is written before the handshake is done and the certificate was found good.
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
    // Node emits an error first. Other runtimes only end the stream.
    if (!response.complete) return cut();
    const status = response.statusCode ?? 0;
    let text: string;
    try {
      // The body of a refusal is only ever read by a developer: there, a stray byte may be replaced.
      text = new TextDecoder('utf-8', { fatal: status < 400 }).decode(Buffer.concat(chunks));
    } catch {
      return fail('bad-answer', 'the answer is not UTF-8');
    }
    const headers = Object.entries(response.headers).map(([name, value = '']) => [name, String(value)] as const);
    done({ status, headers: Object.fromEntries(headers), text });
  });
}
