import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { nodeHandler } from 'pay-elements/server/node';
import { sqliteStore } from 'pay-elements/server/sqlite';
import { serve } from './serve.ts';
import { openShop } from './shop.ts';

/**
 * The shop as a program of Node, Bun or Deno. It listens at PORT, by the runtime's own server or with HANDLER=node by
 * `node:http`, and keeps its payments in the file DATABASE.
 */
const { SERVICE_URL, SERVICE_KEY, ORIGIN, ORDERS_URL, DATABASE, HANDLER, PORT } = process.env as Record<string, string>;

const shop = openShop({
  serviceUrl: SERVICE_URL!,
  apiKey: SERVICE_KEY!,
  origin: ORIGIN!,
  ordersUrl: ORDERS_URL!,
  payments: sqliteStore(new DatabaseSync(DATABASE!)),
});
if (HANDLER === 'node') createServer(nodeHandler(shop.checkout)).listen(Number(PORT), '127.0.0.1');
else await serve((request, context) => shop.fetch(request, context), Number(PORT));
