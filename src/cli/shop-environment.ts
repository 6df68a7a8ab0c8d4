import { isLocal, readPublicUrl } from '../server/read-options.ts';
import type { BtcpaySandbox } from '../sandbox/btcpay/start-btcpay-sandbox.ts';
import type { RunningSandbox } from '../sandbox/node/start-sandbox.ts';
import { CommandError, UsageError } from './command.ts';
import { printable } from './text.ts';

/** Environment variables that a shop's backend reads, as the README describes them. */
export type ShopEnvironment = Readonly<Record<string, string>>;

/** The variables that do not depend on the payment server. */
export interface OwnEnvironment {
  readonly PAY_SECRET: string;
  /** The URL where the shop mounts its handler. */
  readonly PAY_URL: string;
}

/** Without it, a payment of a sandbox pays no order. */
const TEST = { ALLOW_TEST_PAYMENTS: 'yes' };

/** The port of a shop that sets none. */
export const DEFAULT_PORT = '8080';

/** Returns the URL where the README's shop mounts its handler. @param port the port of the shop */
export const localPayUrl = (port = DEFAULT_PORT): string => `http://127.0.0.1:${port}/pay`;

/**
 * Reads the URL of a shop's checkout.
 *
 * @param from - what contains it, for messages
 * @param must - `isLocal`: it must be on this machine, where a sandbox sends its webhooks
 * @throws UsageError, CommandError for a variable
 */
export function readPayUrl(text: string, from: '--pay-url' | 'PAY_URL', must: { readonly isLocal: boolean }): string {
  const refuse = (reason: string) => {
    const message = `${from} is '${printable(text)}': ${reason}.`;
    return from === 'PAY_URL' ? new CommandError(message) : new UsageError(message);
  };
  if (/^[\w.-]+:\d+(?:\/|$)/.test(text)) throw refuse(`the scheme is missing. Write http://${text}`);
  if (must.isLocal && !URL.canParse(text)) throw refuse(`an absolute address such as ${localPayUrl()} is needed`);
  if (must.isLocal && !isLocal(text))
    throw refuse(
      `it is not on this machine, and the sandbox sends webhooks only to this machine. Use ${localPayUrl()}, with the port of the shop`,
    );
  if (URL.canParse(text) && new URL(text).port === '0') throw refuse('a port from 1 to 65535 is needed');
  try {
    return readPublicUrl(text);
  } catch (error) {
    throw refuse((error as Error).message.replace('publicUrl: ', ''));
  }
}

/** The environment variables of a shop that uses this sandbox. */
export const shopEnvironment = (
  { url, apiKey }: Pick<RunningSandbox, 'url' | 'apiKey'>,
  own: OwnEnvironment,
): ShopEnvironment => ({ SERVICE_URL: url, SERVICE_KEY: apiKey, ...own, ...TEST });

/** The environment variables of a shop that uses this sandbox of BTCPay Server. */
export const btcpayEnvironment = (
  { url, storeId, apiKey, webhookSecret }: BtcpaySandbox,
  own: OwnEnvironment,
): ShopEnvironment => ({
  BTCPAY_URL: url,
  BTCPAY_STORE_ID: storeId,
  BTCPAY_API_KEY: apiKey,
  BTCPAY_WEBHOOK_SECRET: webhookSecret,
  ...own,
  ...TEST,
});

/** The environment variables of a shop that uses a BTCPay Server of a test network: the server's own are set. */
export const testNetworkEnvironment = (own: OwnEnvironment): ShopEnvironment => ({ ...own, ...TEST });

/** Where BTCPay Server sends its webhooks. */
export const btcpayWebhookUrl = (payUrl: string): string => `${payUrl}/webhook/btcpay`;

/** Formats the variables as the lines of a `.env` file. */
export const toEnvFile = (environment: ShopEnvironment): string =>
  Object.entries(environment)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
