import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { phaseOf as phaseAtService, type Phase } from '../../../src/core/index.ts';
import { phaseOfInvoice, statusOf } from '../../../src/server/providers/btcpay/invoice-report.ts';
import type { BtcpayOptions } from '../../../src/server/providers/btcpay/index.ts';
import { between, chanceOf, pick } from '../../model/network-faults.ts';
import { startBalancer } from '../../support/balancer.ts';
import { freePort } from '../../support/free-port.ts';
import { startPostgres } from '../../support/postgres-server.ts';
import { until } from '../../support/until.ts';
import { startVictim } from '../../support/victim.ts';
import { MARKETS, shopFor, type Purchase } from './chaos-payers.ts';

/** The options of a checkout with a payment server: of the payment service, or of `btcpay()`. */
export type Backend =
  { readonly service: { readonly baseUrl: string; readonly apiKey: string } } | { readonly btcpay: BtcpayOptions };

export interface ChaosOptions {
  /** What the shops take payments with. */
  readonly provider: keyof typeof MARKETS;
  readonly seed: number;
  /** How long payers come and processes are killed. Milliseconds. */
  readonly forMs: number;
  readonly payers: number;
}

/** What all sides say once everything has come to rest. */
export interface Aftermath {
  readonly purchases: readonly Purchase[];
  /** The phases of what the payment server holds, by its identifier. */
  readonly service: ReadonlyMap<string, Phase>;
  /** The references of payments that the payment server has made more than once, as far as it keeps references. */
  readonly doubled: readonly string[];
  readonly rows: readonly ChaosRow[];
  readonly changes: readonly ChaosChange[];
  /** What the shop's own code wrote down, in order. */
  readonly delivered: readonly { readonly paymentRef: string; readonly version: number; readonly phase: string }[];
  readonly kills: Readonly<Record<string, number>>;
  readonly diedByItself: number;
}

export interface ChaosRow {
  readonly paymentRef: string;
  readonly service_id: string | null;
  readonly orderRef: string;
  readonly stage: string;
  readonly phase: Phase;
  readonly version: number;
}

export interface ChaosChange {
  readonly paymentRef: string;
  readonly version: number;
  readonly from_phase: string;
  readonly to_phase: string;
  readonly handled: number;
}

const SHOPS = 3;
/** Between two blows, and until what was killed is begun again. Milliseconds. */
const BLOW_MS = [200, 1_200] as const;
const DOWN_MS = [0, 700] as const;

/** A slow machine takes long to begin a process again: some of them must be there for anything to happen. */
const DOWN_AT_ONCE = 2;

/** Shops are killed most often: they are what is tried. */
const BLOWS = ['shop', 'shop', 'shop', 'server', 'database', 'connections'] as const;

/**
 * Three processes of a shop, the payment server and the database, under payers who buy one thing after the other, while any
 * of them is killed at random. Then the blows end, and what happened is left to come to its end.
 */
export async function runChaos(options: ChaosOptions): Promise<Aftermath> {
  const ends: (() => unknown)[] = [];
  try {
    return await run(options, (end) => void ends.unshift(end));
  } finally {
    for (const end of ends) await end();
  }
}

async function run(
  { provider, seed, forMs, payers }: ChaosOptions,
  atEnd: (end: () => unknown) => void,
): Promise<Aftermath> {
  const chance = chanceOf(seed);
  const folder = mkdtempSync(join(tmpdir(), 'pay-elements-chaos-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const database = await startPostgres();
  atEnd(() => database.stop());
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => {});
  atEnd(() => pool.end());
  await pool.query('CREATE TABLE told (at SERIAL, ref TEXT, version INTEGER, phase TEXT)');

  const here = (name: string) => new URL(name, import.meta.url);
  const serverPort = String(await freePort());
  const serverUrl = `http://127.0.0.1:${serverPort}`;
  const ports = await Promise.all(Array.from({ length: SHOPS }, freePort));
  const balancer = await startBalancer(ports);
  atEnd(() => balancer.close());
  const publicUrl = `${balancer.url}/pay`;
  const script = provider === 'btcpay' ? 'chaos-btcpay.ts' : 'chaos-sandbox.ts';
  const serverArgs = [join(folder, 'server.json'), serverPort, `${publicUrl}/webhook/btcpay`];
  const server = await startVictim(here(script), serverArgs);
  atEnd(() => server.stop());
  // All at once, on a database without tables.
  const shops = await Promise.all(
    ports.map((port) => startVictim(here('chaos-shop.ts'), [database.url, server.output, String(port), publicUrl])),
  );
  atEnd(() => Promise.all(shops.map((shop) => shop.stop())));

  let open = true;
  atEnd(() => (open = false));
  const buying = Promise.all(
    Array.from({ length: payers }, (_, n) =>
      shopFor(`payer ${n}`, {
        shop: publicUrl,
        server: serverUrl,
        market: MARKETS[provider],
        chance,
        open: () => open,
      }),
    ),
  );

  const kills: Record<string, number> = {};
  const down = new Set<Promise<void>>();
  const victims = new Set<unknown>();
  const blow = (name: string, victim: unknown, strike: () => Promise<unknown>) => {
    if (victims.has(victim)) return; // it is down already
    victims.add(victim);
    kills[name] = (kills[name] ?? 0) + 1;
    const over: Promise<void> = strike().then(() => {
      victims.delete(victim);
      down.delete(over);
    });
    down.add(over);
  };
  const end = Date.now() + forMs;
  while (Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, between(chance, ...BLOW_MS)));
    while (down.size >= DOWN_AT_ONCE) await Promise.race(down);
    const name = pick(chance, BLOWS);
    const rest = between(chance, ...DOWN_MS);
    const shop = pick(chance, shops);
    if (name === 'shop') blow(name, shop, () => shop.kill(rest));
    if (name === 'server') blow(name, server, () => server.kill(rest));
    if (name === 'database') blow(name, database, () => database.crash());
    if (name === 'connections') blow(name, database, () => cutConnections(pool));
  }
  while (down.size > 0) await Promise.all(down);
  open = false;

  const purchases = (await buying).flat();
  const pending = async () => (await pool.query('SELECT 1 FROM pay_changes WHERE handled = 0 LIMIT 1')).rowCount;
  await until(async () => (await pending()) === 0, 'every change to be delivered');
  const query = async <Row>(text: string) => (await pool.query(text)).rows as Row[];
  const held = await readHeld(serverUrl, JSON.parse(server.output) as Backend);
  return {
    purchases,
    ...held,
    rows: await query(
      'SELECT ref AS "paymentRef", service_id, order_ref AS "orderRef", stage, phase, version FROM pay_payments',
    ),
    changes: await query(
      'SELECT ref AS "paymentRef", version, from_phase, to_phase, handled FROM pay_changes ORDER BY ref, version',
    ),
    delivered: await query('SELECT ref AS "paymentRef", version, phase FROM told ORDER BY at'),
    kills,
    diedByItself: [server, ...shops].reduce((sum, victim) => sum + victim.diedByItself, 0),
  };
}

/** What the payment server holds at the end. */
async function readHeld(url: string, backend: Backend): Promise<Pick<Aftermath, 'service' | 'doubled'>> {
  if ('service' in backend) {
    const { payments } = (await (await fetch(`${url}/_control/payments`)).json()) as {
      payments: { id: string; state: string }[];
    };
    return { service: new Map(payments.map(({ id, state }) => [id, phaseAtService(state)])), doubled: [] };
  }
  const { storeId, apiKey } = backend.btcpay;
  const headers = { authorization: `token ${apiKey}` };
  const invoices = (await (await fetch(`${url}/api/v1/stores/${storeId}/invoices`, { headers })).json()) as {
    id: string;
    status: string;
    additionalStatus: string;
    metadata: { paymentRef: string };
  }[];
  const refs = invoices.map(({ metadata }) => metadata.paymentRef);
  return {
    service: new Map(invoices.map((invoice) => [invoice.id, phaseOfInvoice(statusOf(invoice))])),
    doubled: refs.filter((ref, n) => refs.indexOf(ref) !== n),
  };
}

/** Every connection but the one that asks: that of the listeners too. */
async function cutConnections(pool: pg.Pool): Promise<void> {
  const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL`;
  await pool.query(cut).catch(() => {}); // it has been cut too
}
