import { parseEnv } from 'node:util';
import { isLocal } from '../../server/read-options.ts';
import { localPayUrl } from '../shop-environment.ts';
import type { ExampleChoice } from './example-files.ts';

const DATABASE = `
# The PostgreSQL database of the shop. Create it before the first start.
DATABASE_URL=postgres://user:password@127.0.0.1:5432/shop
`;

const serviceLines = (guide: string) => `
# Before you take real money: the values from your operator, and your payout addresses. ${guide} lists what else to do.
# SERVICE_URL=
# SERVICE_KEY=
# PAYOUT_BTC=
# PAYOUT_ETH=
# PAYOUT_WALLET=
`;

const BTCPAY = `
# BTCPay Server: its address, the id of the store, an API key, and the secret of the webhook. docs/btcpay.md of the package
# says where they are from. While all four are empty, pay-elements dev plays BTCPay Server.
BTCPAY_URL=
BTCPAY_STORE_ID=
BTCPAY_API_KEY=
BTCPAY_WEBHOOK_SECRET=
`;

/**
 * @param secret - the secret that signs webhook addresses
 * @param port - the port that is in `PAY_URL` too
 * @param isAddition - whether it is for an app that exists, which has its own scripts and its own README.md
 */
export function envFile(
  secret: string,
  port: string,
  { store, provider }: Pick<ExampleChoice, 'store' | 'provider'>,
  isAddition = false,
): string {
  const [about, dev] = isAddition
    ? ['Settings of the checkout', 'pay-elements dev']
    : ['Settings of the shop, for npm start', 'npm run dev'];
  const guide = isAddition ? 'docs/go-live.md of pay-elements' : 'README.md';
  const server = provider === 'btcpay' ? 'BTCPay Server' : 'the service';
  return `# ${about}. ${dev} sets those of ${server} itself, for the sandbox.
PAY_SECRET=${secret}
# The shop listens at this port. PAY_URL is where ${server} reaches its checkout: on this machine, at the same port.
PORT=${port}
PAY_URL=${localPayUrl(port)}
${store === 'postgres' ? DATABASE : ''}${provider === 'btcpay' ? BTCPAY : serviceLines(guide)}`;
}

/** The port of a `.env` file: that of PORT, otherwise that of a PAY_URL on this machine. */
export function portIn(env: string): string | undefined {
  const { PORT, PAY_URL = '' } = parseEnv(env);
  if (PORT) return PORT;
  return URL.canParse(PAY_URL) && isLocal(PAY_URL) ? new URL(PAY_URL).port || undefined : undefined;
}
