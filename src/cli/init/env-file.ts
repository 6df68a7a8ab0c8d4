import { parseEnv } from 'node:util';
import { isLocal } from '../../server/read-options.ts';
import { localPayUrl } from '../shop-environment.ts';
import type { StoreName } from './stacks.ts';

const DATABASE = `
# The PostgreSQL database of the shop. Create it before the first start.
DATABASE_URL=postgres://user:password@127.0.0.1:5432/shop
`;

/**
 * @param secret - the secret that signs webhook addresses
 * @param port - the port that is in `PAY_URL` too
 */
export function envFile(secret: string, port: string, store: StoreName): string {
  return `# Settings of the shop, for npm start. npm run dev sets those of the service itself, for the sandbox.
PAY_SECRET=${secret}
# The shop listens at this port. PAY_URL is where the service reaches its checkout: on this machine, at the same port.
PORT=${port}
PAY_URL=${localPayUrl(port)}
${store === 'postgres' ? DATABASE : ''}
# Before you take real money: the values from your operator, and your payout addresses. README.md lists what else to do.
# SERVICE_URL=
# SERVICE_KEY=
# PAYOUT_BTC=
# PAYOUT_ETH=
# PAYOUT_WALLET=
`;
}

/** The port of a `.env` file: that of PORT, otherwise that of a PAY_URL on this machine. */
export function portIn(env: string): string | undefined {
  const { PORT, PAY_URL = '' } = parseEnv(env);
  if (PORT) return PORT;
  return URL.canParse(PAY_URL) && isLocal(PAY_URL) ? new URL(PAY_URL).port || undefined : undefined;
}
