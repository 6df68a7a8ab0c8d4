import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { createDefaultTransport } from '../../../../src/server/providers/service/transport/default-transport.ts';
import { TransportError, type TransportRequest } from '../../../../src/server/providers/service/transport/transport.ts';
import { nodeTransport } from '../../../../src/server/providers/service/transport/node-transport.ts';
import { answer, httpServer, tcpServer } from './support.ts';

const requestOf = (url: string, more: Partial<TransportRequest> = {}): TransportRequest => ({
  method: 'GET',
  url,
  headers: {},
  timeout: 5_000,
  maxBytes: 1024,
  ...more,
});

async function fault(promise: Promise<unknown>): Promise<TransportError> {
  const error = await promise.then(
    () => assert.fail('nothing was thrown'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof TransportError, String(error));
  return error;
}

/** What a TCP server answers to anything, then maybe goes. */
const replies = (t: TestContext, bytes: string | Uint8Array, then?: (socket: Socket) => void) =>
  tcpServer(t, (socket) => {
    socket.once('data', () => socket.write(bytes, () => then?.(socket)));
  });

describe('node transport', () => {
  it('frames the body of a GET by its length in bytes (contract 4.5)', async (t) => {
    let seen = '';
    const url = await tcpServer(t, (socket) => {
      socket.on('data', (chunk) => {
        seen += chunk.toString();
        if (seen.endsWith('}')) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
      });
    });
    const { status, text } = await nodeTransport()(requestOf(`${url}/x`, { body: '{"a":"é"}' }));
    assert.deepEqual({ status, text }, { status: 200, text: '{}' });
    assert.match(seen, /^GET \/x HTTP\/1\.1\r\n/);
    assert.match(seen, /\r\ncontent-length: 10\r\n/i);
    assert.doesNotMatch(seen, /transfer-encoding/i);
    assert.ok(seen.endsWith('\r\n\r\n{"a":"é"}'));
  });

  it('keeps requests apart on one kept connection, or on one each where a runtime would repeat them', async (t) => {
    const ports = new Set<number | undefined>();
    const url = await httpServer(t, (request, response) => {
      ports.add(request.socket.remotePort);
      answer(response, 200, { method: request.method, body: request.body });
    });
    const send = nodeTransport();
    for (let i = 0; i < 6; i += 1) {
      const method = i % 2 ? 'POST' : 'GET';
      const body = JSON.stringify({ i, pad: 'x'.repeat(i * 50) });
      const { text } = await send(requestOf(url, { method, body }));
      assert.deepEqual(JSON.parse(text), { method, body });
    }
    assert.equal(ports.size, 'Deno' in globalThis ? 6 : 1);
  });

  it('closes an idle connection, but not one whose answer takes longer', async (t) => {
    const idle = 50; // milliseconds
    let closed: Promise<unknown> | undefined;
    const url = await httpServer(t, (request, response) => {
      closed ??= once(request.socket, 'close');
      setTimeout(() => answer(response, 200, {}), 3 * idle);
    });
    const { status } = await nodeTransport({ idle })(requestOf(url));
    assert.equal(status, 200);
    await closed;
  });

  it('gives headers in lower case, repeated ones joined', async (t) => {
    const url = await httpServer(t, (_, response) => {
      response.setHeader('X-Twice', ['a', 'b']);
      answer(response, 503, '', { 'Retry-After': '7' });
    });
    const { status, headers } = await nodeTransport()(requestOf(url));
    assert.equal(status, 503);
    assert.equal(headers['retry-after'], '7');
    assert.equal(headers['x-twice'], 'a, b');
  });

  it('follows no redirect', async (t) => {
    let requests = 0;
    const url = await httpServer(t, (_, response) => {
      requests += 1;
      answer(response, 302, '', { location: '/elsewhere' });
    });
    const { status } = await nodeTransport()(requestOf(url));
    assert.deepEqual({ status, requests }, { status: 302, requests: 1 });
  });

  it('reads past the mark at the start of a UTF-8 text', async (t) => {
    const url = await httpServer(t, (_, response) => answer(response, 200, '\ufeff{}'));
    assert.equal((await nodeTransport()(requestOf(url))).text, '{}');
  });
});

describe('node transport, no answer', () => {
  it('reports that nothing was sent when the connection is refused', async (t) => {
    let url = '';
    await t.test('a port that was free a moment ago', async (inner) => {
      url = await tcpServer(inner, () => {});
    });
    const { code, sent } = await fault(nodeTransport()(requestOf(url, { method: 'POST', body: '{}' })));
    assert.deepEqual({ code, sent }, { code: 'network', sent: false });
  });

  it('reports that nothing was sent when the host name has no address', async () => {
    // A label of 64 letters is refused by the resolver itself: no name server is asked.
    const { code, sent } = await fault(nodeTransport()(requestOf(`http://${'a'.repeat(64)}.invalid`)));
    assert.deepEqual({ code, sent }, { code: 'network', sent: false });
  });

  it('reports that nothing was sent when the TLS handshake fails', async (t) => {
    const seen: string[] = [];
    const url = await tcpServer(t, (socket) => {
      socket.once('data', (chunk) => {
        seen.push(chunk.toString('latin1'));
        socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      });
    });
    const tls = url.replace('http:', 'https:');
    const { code, sent } = await fault(nodeTransport()(requestOf(tls, { body: 'MARKER' })));
    assert.deepEqual({ code, sent }, { code: 'network', sent: false });
    assert.doesNotMatch(seen.join(), /MARKER/);
  });

  it('reports that nothing was sent when the handshake takes too long', async (t) => {
    const url = await tcpServer(t, () => {});
    const { code, sent } = await fault(nodeTransport()(requestOf(url.replace('http:', 'https:'), { timeout: 100 })));
    assert.deepEqual({ code, sent }, { code: 'timeout', sent: false });
  });

  it('gives up after the timeout when nothing is answered', async (t) => {
    const url = await tcpServer(t, (socket) => socket.resume());
    const { code, sent } = await fault(nodeTransport()(requestOf(url, { timeout: 100 })));
    assert.deepEqual({ code, sent }, { code: 'timeout', sent: true });
  });

  it('gives up after the timeout when the answer stops in its middle', async (t) => {
    const url = await replies(t, 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{"a"');
    const { code, sent } = await fault(nodeTransport()(requestOf(url, { timeout: 100 })));
    assert.deepEqual({ code, sent }, { code: 'timeout', sent: true });
  });

  it('gives up after the timeout when the answer trickles without end', async (t) => {
    const url = await replies(t, 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n', (socket) => {
      const drip = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    const { code } = await fault(nodeTransport()(requestOf(url, { timeout: 150 })));
    assert.equal(code, 'timeout');
  });

  for (const [what, head] of [
    ['content-length', 'content-length: 10\r\n\r\n{"a":1}'],
    ['chunks', 'transfer-encoding: chunked\r\n\r\n7\r\n{"a":1}\r\n'],
  ])
    it(`refuses an answer that was cut short (${what})`, async (t) => {
      const url = await replies(t, `HTTP/1.1 200 OK\r\n${head}`, (socket) => socket.end());
      const { code, sent } = await fault(nodeTransport()(requestOf(url)));
      assert.deepEqual({ code, sent }, { code: 'network', sent: true });
    });

  it('calls a reset ambiguous', async (t) => {
    const url = await tcpServer(t, (socket) => {
      socket.once('data', () => socket.resetAndDestroy());
    });
    const { code, sent } = await fault(nodeTransport()(requestOf(url, { method: 'POST', body: '{}' })));
    assert.deepEqual({ code, sent }, { code: 'network', sent: true });
  });

  it('calls a reset of a kept connection ambiguous, and does not send again by itself', async (t) => {
    let requests = 0;
    const url = await tcpServer(t, (socket) => {
      socket.on('data', () => {
        requests += 1;
        if (requests > 1) socket.resetAndDestroy();
        else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
      });
    });
    const send = nodeTransport();
    await send(requestOf(url));
    const { code, sent } = await fault(send(requestOf(url, { body: '{}' })));
    assert.deepEqual({ code, sent, requests }, { code: 'network', sent: true, requests: 2 });
  });

  it('reads no answer beyond its bound', async (t) => {
    const url = await replies(t, `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(5_000)}`);
    const { code, sent } = await fault(nodeTransport()(requestOf(url)));
    assert.deepEqual({ code, sent }, { code: 'bad-answer', sent: true });
  });

  it('refuses bytes that are not UTF-8, but reads a refusal all the same', async (t) => {
    const body = (status: string) =>
      Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\ncontent-length: 3\r\n\r\n`), Buffer.from([0x61, 0xe9, 0x62])]);
    const { code, sent } = await fault(nodeTransport()(requestOf(await replies(t, body('200 OK')))));
    assert.deepEqual({ code, sent }, { code: 'bad-answer', sent: true });
    const refused = await nodeTransport()(requestOf(await replies(t, body('500 Error'))));
    assert.deepEqual([refused.status, refused.text], [500, 'a\ufffdb']);
  });

  it('sends nothing when it was aborted before', async (t) => {
    let connections = 0;
    const url = await tcpServer(t, () => (connections += 1));
    const { code, sent } = await fault(nodeTransport()(requestOf(url, { signal: AbortSignal.abort() })));
    assert.deepEqual({ code, sent, connections }, { code: 'aborted', sent: false, connections: 0 });
  });

  it('stops at once when it is aborted before it is connected', async (t) => {
    const url = await tcpServer(t, () => {});
    const controller = new AbortController();
    const promise = nodeTransport()(requestOf(url, { signal: controller.signal }));
    controller.abort();
    const { code, sent } = await fault(promise);
    assert.deepEqual({ code, sent }, { code: 'aborted', sent: false });
  });

  it('closes the connection when it is aborted while waiting', async (t) => {
    const controller = new AbortController();
    let closed: Promise<unknown> | undefined;
    const url = await tcpServer(t, (socket) => {
      closed = once(socket, 'close');
      socket.once('data', () => controller.abort());
    });
    const { code, sent } = await fault(nodeTransport()(requestOf(url, { signal: controller.signal })));
    assert.deepEqual({ code, sent }, { code: 'aborted', sent: true });
    await closed;
  });

  it('names what cannot be built, without the headers', async (t) => {
    const url = await tcpServer(t, () => {});
    const headers = { authorization: 'Bearer MARKER\r\n' };
    const error = await fault(nodeTransport()(requestOf(url, { headers })));
    assert.deepEqual([error.code, error.sent], ['network', false]);
    assert.doesNotMatch(`${error.stack} ${(error.cause as Error).stack}`, /MARKER/);
    assert.equal((await fault(nodeTransport()(requestOf('ftp://service.invalid')))).sent, false);
  });
});

describe('default transport', () => {
  it('reports that a runtime without node:http needs another transport', async () => {
    const send = createDefaultTransport(() => Promise.reject(new Error('No such module "node:http"')));
    const { code, sent, message } = await fault(send(requestOf('http://service.invalid')));
    assert.deepEqual({ code, sent }, { code: 'unsupported', sent: false });
    assert.match(message, /no node:http.*pass a transport/);
  });

  it('refuses a GET with a body where the runtime would drop the body', async (t) => {
    const known = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
    t.after(() => known && Object.defineProperty(globalThis, 'navigator', known));
    Object.defineProperty(globalThis, 'navigator', { value: { userAgent: 'Cloudflare-Workers' }, configurable: true });
    const response = createDefaultTransport()(requestOf('http://service.invalid', { body: '{}' }));
    const { code, sent, message } = await fault(response);
    assert.deepEqual({ code, sent }, { code: 'unsupported', sent: false });
    assert.match(message, /removes the body of a GET/);
  });
});
