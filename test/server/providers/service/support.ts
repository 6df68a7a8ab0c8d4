import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server as NetServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import type { Clock } from '../../../../src/server/providers/service/transport/clock.ts';
import { ServiceError } from '../../../../src/server/providers/service/client/errors.ts';
import type { RequestAttempted } from '../../../../src/server/observability/client-event.ts';
import { ServiceClient } from '../../../../src/server/providers/service/client/service-client.ts';
import type { ClientInternals, ServiceClientOptions } from '../../../../src/server/providers/service/client/options.ts';
import type {
  Transport,
  TransportRequest,
  TransportResponse,
} from '../../../../src/server/providers/service/transport/transport.ts';

/** Real addresses of well-known owners or of published test vectors; nothing is sent to them. */
export const ADDRESSES = {
  BTC: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  OTHER_BTC: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  ETH: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
} as const;

export const KEY = 'key_MARKER_4f1cd2a8b9';

/** A clock that moves only when it is turned. */
export function fakeClock(start = Date.UTC(2026, 0, 1)): Clock & { turn(ms: number): Promise<void>; timers(): number } {
  let time = start;
  let timers: { at: number; run: () => void }[] = [];
  /** Long enough for every promise that is ready, without waiting for time to pass. */
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    now: () => time,
    after(ms, run) {
      const timer = { at: time + ms, run };
      timers.push(timer);
      return () => void (timers = timers.filter((other) => other !== timer));
    },
    timers: () => timers.length,
    async turn(ms) {
      const end = time + ms;
      await settle();
      for (;;) {
        const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        timers = timers.filter((timer) => timer !== next);
        time = Math.max(time, next.at);
        next.run();
        await settle();
      }
      time = end;
      await settle();
    },
  };
}

async function listen(server: NetServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A TCP server that answers as it is told, byte for byte; closed with the test. */
export async function tcpServer(t: TestContext, onSocket: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    onSocket(socket);
  });
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return listen(server);
}

export type Handler = (request: IncomingMessage & { body: string }, response: ServerResponse) => void;

/** An HTTP server that reads each body to its end, also a GET's; closed with the test. */
export async function httpServer(t: TestContext, handle: Handler): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => handle(Object.assign(request, { body: Buffer.concat(chunks).toString() }), response));
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return listen(server);
}

export function answer(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

export const DATA = {
  crypto: {
    tid: 't-1',
    address: ADDRESSES.BTC,
    status: 'NEW',
    amount: 19.99,
    currency: 'usd',
    cryptoCoin: 'btc',
    cryptoAmountExpected: 0.00021,
  },
  wallet: { pid: 'p-1', status: 'NEW', note: 'NOTE 1', amount: 19.99, currency: 'USD' },
  user: { id: 'u-1', username: 'shop', apiKey: 'key_of_the_user', stores: [] },
} as const;

/** A transport that plays a list of answers, and keeps what it was asked. An error in the list is thrown. */
export function playedTransport(...answers: (Partial<TransportResponse> | Error)[]) {
  const requests: TransportRequest[] = [];
  const transport: Transport = async (request) => {
    requests.push(request);
    const next = answers[Math.min(requests.length, answers.length) - 1];
    if (next instanceof Error) throw next;
    return { status: 200, headers: {}, text: '', ...next };
  };
  return { requests, transport };
}

export const ok = (data: unknown, rest: object = {}): Partial<TransportResponse> => ({
  text: JSON.stringify({ message: 'created', data, ...rest }),
});

export function clientWith(options: Partial<ServiceClientOptions>, internals: ClientInternals = {}): ServiceClient {
  return new ServiceClient({ baseUrl: 'https://service.invalid', apiKey: KEY, ...options }, internals);
}

/** The ServiceError a promise is rejected with; anything else fails the test. */
export async function failure(promise: Promise<unknown>): Promise<ServiceError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** A client on a turned clock, with what it was asked to send and what it told of each attempt. */
export function played(answers: Parameters<typeof playedTransport>, options: Partial<ServiceClientOptions> = {}) {
  const clock = fakeClock();
  const events: RequestAttempted[] = [];
  const { requests: requested, transport } = playedTransport(...answers);
  const { now, after } = clock;
  const client = clientWith({ transport, ...options }, { now, after });
  client.subscribe((event) => event.type === 'request-attempted' && events.push(event));
  /** Turns the clock far enough for every pause, and gives what came of the call. */
  const settled = async <T>(call: Promise<T>): Promise<PromiseSettledResult<T>> => {
    const done = Promise.allSettled([call]);
    await clock.turn(20_000);
    return (await done)[0];
  };
  return { clock, client, requested, events, settled };
}

/** The error a call came to; fails the test when it came to none. */
export function reasonOf(result: PromiseSettledResult<unknown>): ServiceError {
  if (result.status === 'rejected' && result.reason instanceof ServiceError) return result.reason;
  throw new Error(`no ServiceError: ${result.status}`);
}

export const codeOf = (result: PromiseSettledResult<unknown>): string =>
  result.status === 'fulfilled' ? 'done' : reasonOf(result).code;
