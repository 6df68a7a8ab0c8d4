import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The addresses of this server's wallet. They are valid, and nobody has a key of them. */
const ADDRESSES: Readonly<Record<string, string>> = {
  BTC: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  LTC: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
};

export const KEY = 'toy-key';
export const WEBHOOK_SECRET = 'toy-webhook-secret';

export type ToyInvoice = Record<'id' | 'reference' | 'state' | 'address' | 'price' | 'received' | 'due', string> & {
  transactions: string[];
};

/** A small payment server that is no relative of the contract's service. */
export async function startToyServer() {
  const invoices = new Map<string, ToyInvoice>();
  let refusals = 0;
  let requests = 0;
  let reads = 0;

  function answer(path: string, body: Record<string, string>): [number, unknown] {
    if (path === '/coins') return [200, { coins: Object.keys(ADDRESSES) }];
    if (path === '/invoices') {
      requests += 1;
      if (refusals > 0) return ((refusals -= 1), [400, { error: 'refused' }]);
      const { reference = '', coin = '' } = body;
      const known = [...invoices.values()].find((invoice) => invoice.reference === reference);
      const address = ADDRESSES[coin];
      if (!address) return [400, { error: 'coin' }];
      const fresh = { id: `inv-${invoices.size + 1}`, reference, state: 'open', address, price: '0.0002' };
      const invoice = known ?? { ...fresh, received: '0', due: '0.0002', transactions: [] };
      invoices.set(invoice.id, invoice);
      return [200, invoice];
    }
    reads += 1;
    const [, , first = '', second = ''] = path.split('/');
    const found =
      first === 'by-reference'
        ? [...invoices.values()].find(({ reference }) => reference === second)
        : invoices.get(first);
    return found ? [200, found] : [404, {}];
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const isKnown = request.headers.authorization === `Bearer ${KEY}`;
    const text = Buffer.concat(chunks).toString();
    const [status, json] = isKnown
      ? answer(request.url!, text === '' ? {} : (JSON.parse(text) as Record<string, string>))
      : [401, {}];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  }
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    invoices,
    refuseNext: () => void (refusals += 1),
    requests: () => requests,
    reads: () => reads,
    /** What has become of an invoice, without a webhook. */
    set: (id: string, fields: Partial<ToyInvoice>) => Object.assign(invoices.get(id)!, fields),
    /** The request of the webhook that reports an invoice as it is now. */
    webhook(id: string, secret = WEBHOOK_SECRET) {
      const body = JSON.stringify({ event: 'changed', invoice: invoices.get(id) });
      const signature = createHmac('sha256', secret).update(body).digest('hex');
      return { method: 'POST', body, headers: { 'toy-signature': signature, 'content-type': 'application/json' } };
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
