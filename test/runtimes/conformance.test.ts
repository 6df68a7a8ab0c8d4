import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startBackend, type RunningBackend } from '../../src/cli/conformance/backend.ts';
import { CHECKS } from '../../src/cli/conformance/checks/index.ts';
import { runChecks } from '../../src/cli/conformance/run-checks.ts';
import { Shop } from '../../src/cli/conformance/shop.ts';
import { startSandbox, type RunningSandbox } from '../../src/sandbox/index.ts';
import { freePort } from '../support/free-port.ts';
import { serveWorkerd } from './workerd.ts';

/** How long an offer lasts by default. Milliseconds. */
const OFFER_MS = 20 * 60_000;

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const installed = (name: string) => `"${file(`programs/node_modules/${name}`)}"`;

/** The commands of the runtimes. */
const BUN = installed('.bin/bun');
const DENO = `${installed('.bin/deno')} run --allow-all --no-check`;

/**
 * On Node, `test/cli/conformance/own-handler.test.ts` checks `nodeHandler`, and `test/examples` the web-standard handler behind
 * the adapters of Hono, Next and others.
 */
const SERVERS = [
  { name: 'the web-standard handler on Bun', runtime: BUN, handler: 'fetch' },
  { name: 'the web-standard handler on Deno', runtime: DENO, handler: 'fetch' },
  { name: 'nodeHandler on Bun', runtime: BUN, handler: 'node' },
  { name: 'nodeHandler on Deno', runtime: DENO, handler: 'node' },
];

/**
 * Orders of these shops have names that cannot be guessed, and belong to no session: for such orders there is another
 * check, `unguessable-order`. The session of a visitor is checked with the shops of `test/examples`.
 */
const WITHOUT_SESSION = ['other-visitor'];

/** The shop in workerd keeps its payments in memory. A Worker has no storage that two processes could share. */
const WITHOUT_SECOND = ['two-processes', 'one-payment-in-two-processes'];

describe('pay-elements conformance', { timeout: 900_000 }, () => {
  let folder: string;
  let server: Server;
  let ordersUrl: string;
  let sandbox: RunningSandbox;
  /** They are outside of the shop's processes, which read them from `ordersUrl`. */
  const orders = new Map<string, object>();

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pay-elements-conformance-'));
    server = createServer(({ url }, response) => {
      const order = orders.get(url!.slice(1));
      response.writeHead(order ? 200 : 404).end(JSON.stringify(order));
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    ordersUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    const contractGaps = { quoteDecimals: { ETH: 18 }, noteMarks: true } as const;
    sandbox = await startSandbox({ requestsPerMinute: 100_000, quota: 100_000, contractGaps });
  });
  afterEach(() => sandbox.close());

  /**
   * Runs all checks.
   * @param skipped - the names of those that cannot be run here; all others pass
   */
  async function check(base: string, second: string | undefined, skipped: readonly string[], fields: object = {}) {
    const shop = new Shop({
      base,
      second,
      control: sandbox.control,
      secrets: [sandbox.apiKey, 'only the shop may know'],
      recipes: {
        async order({ amount, currency, offerSeconds }) {
          const orderRef = randomBytes(16).toString('hex');
          const end = Date.now() + (offerSeconds === undefined ? OFFER_MS : offerSeconds * 1000);
          orders.set(orderRef, { amount, currency, expiresAt: new Date(end), ...fields });
          return { orderRef };
        },
        async changeOrder(orderRef, amount, currency) {
          orders.set(orderRef, { ...orders.get(orderRef), amount, currency });
        },
      },
    });
    const results = await runChecks(shop, CHECKS);
    const others = results.filter(({ state }) => state !== 'ok');
    assert.deepEqual(
      others.map(({ name, state, message, response }) => (state === 'skipped' ? name : [name, message, response])),
      skipped,
    );
  }

  for (const { name, runtime, handler } of SERVERS)
    it(`passes for ${name}, in two processes`, async () => {
      const [first, second] = [await freePort(), await freePort()];
      const [origin, other] = [`http://127.0.0.1:${first}`, `http://127.0.0.1:${second}`];
      const env = {
        ...process.env,
        ...{ SERVICE_URL: sandbox.url, SERVICE_KEY: sandbox.apiKey, ORDERS_URL: ordersUrl, HANDLER: handler },
        ...{ ORIGIN: origin, DATABASE: join(folder, `${first}.db`) },
      };
      const backends: RunningBackend[] = [];
      try {
        for (const url of [origin, other]) {
          const command = `exec ${runtime} "${file('program.ts')}"`;
          const backend = await startBackend(command, url, { ...env, PORT: new URL(url).port });
          backends.push(backend);
          await backend.listening;
        }
        await check(`${origin}/pay`, `${other}/pay`, WITHOUT_SESSION);
      } finally {
        await Promise.all(backends.map((backend) => backend.stop()));
      }
    });

  it('passes for the web-standard handler on workerd', async () => {
    const env = { SERVICE_URL: sandbox.url, API_KEY: sandbox.apiKey, ORDERS_URL: ordersUrl, MAX_WAIT: '15000' };
    const shop = await serveWorkerd(env);
    try {
      // workerd drops the body of a GET, so no local code can be created (contract 4.5).
      const methods = ['crypto', 'wallet'];
      await check(`${shop.origin}/pay`, undefined, [...WITHOUT_SESSION, ...WITHOUT_SECOND], { methods });
    } finally {
      await shop.close();
    }
  });
});
