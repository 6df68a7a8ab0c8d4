import fc, { type Arbitrary } from 'fast-check';

/** What strangers send: each piece of a request, mostly nearly right and sometimes not at all. */

/** What a payment is reached by. Those of `open` may be used rightly; of `shut` only the token is known. */
export interface Known {
  readonly open: { readonly paymentRef: string; readonly signature: string; readonly token: string };
  readonly shut: { readonly token: string };
}

export interface Hostile {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

const encoder = new TextEncoder();
const utf8 = (text: string) => encoder.encode(text);

/** Names that mean something to JavaScript, and texts that mean something to somebody else. */
const LOADED = [
  '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'toJSON', 'valueOf', '$ne', 'null',
  "' OR 1=1 --", '"; DROP TABLE payments; --', '<script>alert(1)</script>', '${7*7}', '{{7*7}}', '../../etc/passwd',
  '\0', '\u202e', '\ufeff', '\ud800', '\udfff\ud800', '💸', 'ﷺ'.repeat(20), 'İ', 'ß', 'a\u0301'.repeat(50), '\r\nx: y',
  'NaN', '-0', '1e999', '%', '%00', '%s%n', 'javascript:alert(1)', 'data:text/html,x', '\\', '\u2028',
]; // prettier-ignore

/** Percent-encodings that are none, or of what is no text. */
const ODD_SEGMENTS = [
  '%', '%%', '%zz', '%0', '%00', '%c0%ae', '%ff%fe', '%u0041', '%ed%a0%80', '%2e%2e%2f', '..%2f', '%252e', ';x=y',
  '.', '..', '', ' ', '+', '%20', '%0d%0aX-Injected:%20yes', '*', '~', ':', '@', '[::1]', '%F0%9F%92%B8', 'A'.repeat(201),
  'A'.repeat(5_000), '%41'.repeat(200), '%e2%80%ae', '\u00ff', '💸',
]; // prettier-ignore

const loaded = fc.constantFrom(...LOADED);
const anyText = fc.oneof(loaded, fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ maxLength: 300 }));

/** As a client writes it into a path; halves of letters cannot be. */
const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));

/** A text with a letter changed, lost or doubled. */
const nearly = (text: string): Arbitrary<string> =>
  fc
    .tuple(fc.nat(text.length - 1), fc.constantFrom('', 'A', '-', '=', '%41', '%00', '/', text))
    .map(([at, other]) => text.slice(0, at) + other + text.slice(at + 1));

/** Numbers that no number can hold, written as JSON. */
const hugeNumber = fc.constantFrom(
  '1e999', '-1e999', '9'.repeat(400), `0.${'0'.repeat(400)}1`, '1E+400', '-0', '123456789012345678901234567890', '1e-400',
); // prettier-ignore

const deep = fc
  .tuple(
    fc.constantFrom(['[', ']'], ['{"a":', '}'], ['{"data":', '}'], ['[{"x":', '}]']),
    fc.constantFrom(10, 500, 5_000, 30_000),
  )
  .map(([[open, close], depth]) => `${open.repeat(depth)}1${close.repeat(depth)}`);

/** JSON of a record whose fields are partly known, partly loaded, and whose values are anything. */
const record = (names: readonly string[], values: readonly string[]): Arbitrary<string> => {
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...values).map((word) => JSON.stringify(word)) },
    { weight: 2, arbitrary: anyText.map((text) => JSON.stringify(text)) },
    { weight: 1, arbitrary: hugeNumber },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((json) => JSON.stringify(json)) },
    { weight: 1, arbitrary: fc.constantFrom('null', 'true', '[]', '{}', '{"toString":1}', '[[]]', '"\\ud800"') },
  );
  const name = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: loaded });
  return fc
    .array(fc.tuple(name, value), { maxLength: 8 })
    .map((fields) => `{${fields.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`);
};

/** What a browser may well ask for, of orders that there are. */
const soundWish = fc
  .tuple(
    fc.constantFrom('1001', 'o1', 'o2', 'o-__proto__', 'o💸', 'o\u202e'),
    fc.constantFrom(['wallet'], ['localcode'], ['crypto', 'BTC'], ['crypto', 'eth'], ['crypto', 'DOGE'], ['crypto']),
  )
  .map(([order, [by, coin]]) => JSON.stringify({ order, method: by, coin }));
const paymentRequest = fc.oneof(
  soundWish,
  record(
    ['order', 'order', 'method', 'method', 'coin', 'amount', 'payout'],
    ['1001', 'o1', 'wallet', 'crypto', 'localcode', 'BTC', 'eth', 'DOGE'],
  ),
);
const webhookBody = record(
  ['tid', 'pid', 'bid', 'status', 'state', 'data', 'payment', 'cryptoAmountReceived', 'confirmations', 'expiresAt'],
  [
    'NEW',
    'PENDING',
    'CONFIRMING',
    'UNDERPAID',
    'HELD',
    'success',
    '0.00000001',
    '3',
    '2026-11-21T00:00:00Z',
    '275760-09-13',
  ],
);

const form = fc
  .array(
    fc.tuple(
      fc.constantFrom('status', 'pid', '__proto__', 'a[b]', '%zz', ''),
      fc.constantFrom('NEW', '%', '%ff', '+', 'x'.repeat(300)),
    ),
  )
  .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));

const body: Arbitrary<Uint8Array> = fc.oneof(
  { weight: 3, arbitrary: paymentRequest.map(utf8) },
  { weight: 3, arbitrary: webhookBody.map(utf8) },
  { weight: 1, arbitrary: fc.constant(new Uint8Array()) },
  { weight: 1, arbitrary: deep.map(utf8) },
  { weight: 1, arbitrary: form.map(utf8) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 5 }).map((json) => utf8(JSON.stringify(json))) },
  { weight: 1, arbitrary: fc.tuple(paymentRequest, fc.nat(80)).map(([json, cut]) => utf8(json.slice(0, cut))) },
  { weight: 1, arbitrary: paymentRequest.map((json) => utf8(`\ufeff${json}`)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  { weight: 1, arbitrary: fc.constantFrom(16_384, 16_385, 65_536, 65_537, 200_000).map((size) => utf8(`"${'x'.repeat(size - 2)}"`)) },
); // prettier-ignore

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'get', 'M-SEARCH'];

/** Mostly the method of the route. */
const methodOf = (path: string): Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(/\/(payments|webhook\/[^/]*\/[^/]*)$/.test(path) ? 'POST' : 'GET') },
    { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
  );

const path = ({ open, shut }: Known): Arbitrary<string> => {
  const segment = fc.oneof(
    fc.constantFrom(open.token, open.paymentRef, open.signature, shut.token, '1001', 'o1'),
    fc.constantFrom(...ODD_SEGMENTS),
    anyText.map(encoded),
    nearly(open.token),
    nearly(open.signature),
  );
  const since = fc.oneof(
    fc.constantFrom(
      '0',
      '1',
      '2',
      '-1',
      '9'.repeat(15),
      '9'.repeat(16),
      '1e3',
      '0x1',
      ' 1',
      '',
      '%',
      '1&since=2',
      '1#2',
    ),
    anyText.map(encoded),
  );
  const requested = fc.oneof(
    { weight: 3, arbitrary: fc.constant('/payments') },
    { weight: 2, arbitrary: fc.constant(`/webhook/${open.paymentRef}/${open.signature}`) },
    { weight: 1, arbitrary: since.map((version) => `/status/${open.token}?since=${version}`) },
    { weight: 1, arbitrary: fc.tuple(segment, since).map(([one, version]) => `/status/${one}?since=${version}`) },
    { weight: 1, arbitrary: segment.map((one) => `/orders/${one}`) },
    { weight: 1, arbitrary: segment.map((one) => `/payments/${one}`) },
    { weight: 1, arbitrary: fc.tuple(segment, segment).map((two) => `/webhook/${two.join('/')}`) },
    {
      weight: 1,
      arbitrary: fc.tuple(nearly(open.paymentRef), nearly(open.signature)).map((two) => `/webhook/${two.join('/')}`),
    },
    { weight: 1, arbitrary: fc.array(segment, { maxLength: 6 }).map((all) => `/${all.join('/')}`) },
  );
  const mount = fc.constantFrom(
    '/pay',
    '/pay',
    '/pay',
    '',
    '//evil.example',
    '/pay/../pay',
    'http://evil.example',
    '/pay;x',
  );
  return fc.tuple(mount, requested).map(([at, rest]) => at + rest);
};

const header: Arbitrary<readonly [string, string]> = fc.oneof(
  fc.tuple(
    fc.constant('content-type'),
    fc.constantFrom(
      'application/json', 'application/json', 'application/json', 'application/json; charset=utf-16', 'text/plain',
      'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '', ';', 'application/json;'.repeat(200),
    ), // prettier-ignore
  ),
  fc.tuple(
    fc.constant('origin'),
    fc.constantFrom('null', '', 'https://www.shop.example', 'https://evil.example', '*', 'a b', 'http://[', '//'),
  ),
  fc.tuple(fc.constant('sec-fetch-site'), fc.constantFrom('same-origin', 'cross-site', 'none', '', 'x')),
  fc.tuple(
    fc.constant('x-forwarded-for'),
    fc.oneof(
      fc.constantFrom(
        '',
        ',',
        ',,,,',
        '::',
        ':::',
        '[::1',
        '1.2.3.4:x',
        '1:2:3:4:5:6:7:8:9',
        'a'.repeat(4_000),
        '%00',
        '::ffff:1.2.3.4',
      ),
      anyText,
    ),
  ),
  fc.tuple(
    fc.constantFrom('host', 'forwarded', 'cookie', 'prefer', 'accept', 'range', 'x-http-method-override', 'te'),
    anyText,
  ),
  fc.tuple(
    fc.constantFrom('content-encoding', 'expect', 'upgrade', 'connection', 'if-none-match'),
    fc.constantFrom('gzip', '100-continue', '200-ok', 'websocket', 'upgrade', 'keep-alive', '*', 'h2c', 'close, close'),
  ),
  fc.tuple(fc.constantFrom('__proto__', 'constructor', 'x', 'X-'.repeat(100)), anyText),
);

/** A request that a client could mean. */
export const hostile = (known: Known): Arbitrary<Hostile> =>
  path(known).chain((at) =>
    fc.record({
      method: methodOf(at),
      path: fc.constant(at),
      headers: fc
        .tuple(
          fc.oneof(
            { weight: 2, arbitrary: fc.constant([]) },
            { weight: 1, arbitrary: fc.array(header, { maxLength: 5 }) },
          ),
          fc.integer({ min: 0, max: 5 }),
        )
        .map(([some, json]) => (json ? [['content-type', 'application/json'] as const, ...some] : some)),
      body,
    }),
  );

/** How the bytes of it arrive. */
export interface Bytes {
  readonly pieces: readonly Uint8Array[];
  /** The client leaves after so many ms if nothing came. */
  readonly patience: number;
  /** How it leaves: by the end of what it says, in the middle of it, or not before the server does. */
  readonly leaves: 'end' | 'destroy' | 'never';
}

const framing = fc.constantFrom(
  'length', 'length', 'length', 'length', 'chunked', 'chunked', 'short', 'long', 'negative', 'twice', 'both', 'none', 'badchunk',
); // prettier-ignore

function framed(how: string, body: Uint8Array): { lines: string[]; bytes: Uint8Array } {
  const { length } = body;
  const chunked = Buffer.concat([utf8(`${length.toString(16)}\r\n`), body, utf8(length ? '\r\n0\r\n\r\n' : '\r\n')]);
  switch (how) {
    case 'chunked':
      return { lines: ['Transfer-Encoding: chunked'], bytes: chunked };
    case 'badchunk':
      return { lines: ['Transfer-Encoding: chunked'], bytes: utf8(`-5\r\nxx\r\nzz\r\n${'f'.repeat(20)}\r\n`) };
    case 'short':
      return { lines: [`Content-Length: ${Math.max(0, length - 3)}`], bytes: body };
    case 'long':
      return { lines: [`Content-Length: ${length + 3}`], bytes: body };
    case 'negative':
      return { lines: ['Content-Length: -1'], bytes: body };
    case 'twice':
      return { lines: [`Content-Length: ${length}`, `Content-Length: ${length + 1}`], bytes: body };
    case 'both':
      return { lines: [`Content-Length: ${length}`, 'Transfer-Encoding: chunked'], bytes: chunked };
    case 'none':
      return { lines: [], bytes: body };
    default:
      return { lines: [`Content-Length: ${length}`], bytes: body };
  }
}

/** Whole requests, of a client that waits until the server has answered and closes: it may not be kept waiting. */
const whole = (known: Known): Arbitrary<Bytes> =>
  fc
    .tuple(hostile(known), fc.constantFrom('length', 'chunked'), fc.constantFrom('HTTP/1.1', 'HTTP/1.0'))
    .map(([{ method, path, headers, body }, how, version]) => {
      const { lines, bytes } = framed(version === 'HTTP/1.0' ? 'length' : how, body);
      const sentHeaders = headers
        .filter(([name]) => name !== 'connection')
        // A line's end in the middle of a line would make two requests of it, and the second not whole.
        .map((pair) => pair.join(': ').replace(/\p{Cc}/gu, ' '));
      const head = [`${method} ${path} ${version}`, 'Host: shop', ...sentHeaders, ...lines, 'Connection: close'];
      return { pieces: [utf8(`${head.join('\r\n')}\r\n\r\n`), bytes], patience: 0, leaves: 'never' };
    });

/** Requests with wrong frames, lines, versions, bytes and ends. */
const broken = (known: Known): Arbitrary<Bytes> =>
  fc
    .record({
      request: hostile(known),
      how: framing,
      version: fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', 'http/1.1', ''),
      host: fc.constantFrom('Host: shop', 'Host: shop', 'Host: shop', 'Host: [bad::x', '', 'Host: a\r\nHost: b'),
      newline: fc.constantFrom('\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r'),
      // Another request behind it on the same connection.
      times: fc.constantFrom(1, 1, 1, 2, 3),
      flips: fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 }),
      flipped: fc.boolean(),
      cuts: fc.array(fc.nat(), { maxLength: 4 }),
      cutShort: fc.option(fc.nat(), { freq: 5 }),
      patience: fc.nat(8),
      leaves: fc.constantFrom<Bytes['leaves'][]>('end', 'end', 'destroy'),
    })
    .map(({ request, how, version, host, newline, times, flips, flipped, cuts, cutShort, patience, leaves }) => {
      const { lines, bytes } = framed(how, request.body);
      const head = [
        `${request.method} ${request.path} ${version}`,
        host,
        ...request.headers.map(([name, value]) => `${name}: ${value}`),
        ...lines,
        'Connection: keep-alive',
      ].filter(Boolean);
      const one = Buffer.concat([utf8(head.join(newline) + newline + newline), bytes]);
      let all = Buffer.concat(Array<Uint8Array>(times).fill(one));
      if (flipped) for (const [at, byte] of flips) all[at % all.length] = byte;
      if (cutShort !== null) all = all.subarray(0, cutShort % all.length);
      const at = [...new Set([0, ...cuts.map((cut) => cut % (all.length + 1)), all.length])].sort((a, b) => a - b);
      const pieces = at.slice(1).map((end, index) => all.subarray(at[index], end));
      return { pieces, patience, leaves };
    });

/** Anything that can be written to a socket, mostly HTTP. */
export const bytes = (known: Known): Arbitrary<Bytes> =>
  fc.oneof({ weight: 2, arbitrary: broken(known) }, { weight: 1, arbitrary: whole(known) });
