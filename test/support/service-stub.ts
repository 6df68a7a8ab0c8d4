import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A creation as it reached the stub. */
export interface StubRequest {
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export type StubAnswer = (request: StubRequest, response: ServerResponse, message: IncomingMessage) => unknown;

export interface ServiceStub {
  readonly url: string;
  readonly apiKey: string;
  readonly requests: StubRequest[];
  /** What the next and all later creations are answered with. */
  answer: StubAnswer;
  close(): Promise<void>;
}

/** A sound answer to 4.3, 4.4 and 4.5, with whatever else a test wants in its `data`. */
export function soundData({ path, fields }: StubRequest, more: Readonly<Record<string, unknown>> = {}): object {
  const { webhook_url: webhookUrl, meta = {}, amount } = fields;
  const shared = { amount, webhookUrl, meta, status: 'NEW', hostedUrl: 'https://pay.example/p1' };
  if (path === '/v1/payments') {
    const { payout_address: address, addresses } = fields;
    const splitPayoutAddresses = addresses ?? [{ address, percent: 100 }];
    const coin = { cryptoCoin: String(fields['crypto_coin']).toLowerCase(), cryptoAmountExpected: 0.00031112 };
    const payer = { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', currency: 'usd' };
    return { tid: 't1', ...payer, ...coin, ...shared, splitPayoutAddresses, ...more };
  }
  if (path === '/v1/wallet/payments') {
    const { payout_email: payoutEmail, additional_information: additionalInformation = null } = fields;
    return { pid: 'p1', currency: 'USD', note: 'NOTE 1', payoutEmail, additionalInformation, ...shared, ...more };
  }
  const { payout_crypto_coin: payoutCryptoCoin, payout_address: payoutAddress } = fields;
  return { bid: 'b1', payoutCryptoCoin, payoutAddress, ...shared, status: 'PENDING', ...more };
}

export const json = (response: ServerResponse, status: number, body: unknown): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** Responds to creations as configured, to simulate faults that the sandbox does not have. Applies no rule of the contract. */
export async function startServiceStub(): Promise<ServiceStub> {
  const requests: StubRequest[] = [];
  const stub = {
    answer: ((request, response) => json(response, 200, { message: 'ok', data: soundData(request) })) as StubAnswer,
  };
  const server = createServer((message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      const path = message.url?.split('?')[0] ?? '';
      if (path === '/v1/crypto-info' || path === '/v2/user/me') return json(response, 404, { message: 'none' });
      const request = { path, fields: JSON.parse(Buffer.concat(chunks).toString()) as StubRequest['fields'] };
      requests.push(request);
      void stub.answer(request, response, message);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: 'stub-key',
    requests,
    get answer() {
      return stub.answer;
    },
    set answer(answer) {
      stub.answer = answer;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
