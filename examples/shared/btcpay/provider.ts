import { btcpay } from 'pay-elements/server/btcpay';
import type { Settings } from './types.ts';

/** The coins that are offered: BTC, LTC, DOGE or BCH, each with a wallet in the store of BTCPay Server. */
const COINS = ['BTC'] as const;

/**
 * BTCPay Server, whose store keeps the proceeds in its own wallets.
 *
 * @returns `options`, more options of `createCheckout`; `proceeds`, what each order says about them; `methods`, how an order
 *   can be paid
 * @throws Error with the names of the environment variables that are missing
 */
export function openProvider(env: Settings) {
  const { BTCPAY_URL, BTCPAY_STORE_ID, BTCPAY_API_KEY, BTCPAY_WEBHOOK_SECRET, PAY_SECRET, PAY_URL } = env;
  const needed = { BTCPAY_URL, BTCPAY_STORE_ID, BTCPAY_API_KEY, BTCPAY_WEBHOOK_SECRET, PAY_SECRET, PAY_URL };
  const required = Object.entries(needed);
  const missing = required.filter(([, value]) => !value).map(([name]) => name);
  if (missing.length > 0)
    throw new Error(
      `The shop cannot start. Set in .env: ${missing.join(', ')}. Are they there? Then start Node with --env-file=.env.`,
    );
  const provider = btcpay({
    url: BTCPAY_URL,
    storeId: BTCPAY_STORE_ID,
    apiKey: BTCPAY_API_KEY,
    webhookSecret: BTCPAY_WEBHOOK_SECRET,
  });
  const methods = [{ method: 'crypto', coins: COINS.map((symbol) => ({ symbol })) }];
  return { options: { provider }, proceeds: { coins: COINS }, methods };
}
