import { parsePayout } from 'pay-elements/core';
import type { Settings } from './types.ts';

/** The payout of sandbox payments, where the shop has none of its own. Everybody knows the keys of these addresses: real money never goes there. */
const TEST_PAYOUT = {
  crypto: {
    BTC: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    ETH: '0xAff4d6793F584a473348EbA058deb8caad77a288',
  },
  wallet: 'till@shop.example',
};

/** Whether a URL is on this machine, as that of a sandbox is. */
const isLocal = (url: string) =>
  URL.canParse(url) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);

/**
 * The payment service, and where it pays the proceeds to.
 *
 * @returns `options`, more options of `createCheckout`; `proceeds`, what each order says about them; `methods`, how an order
 *   can be paid
 * @throws Error with the names of the environment variables that are missing or that are no addresses
 */
export function openProvider(env: Settings) {
  const { SERVICE_URL = '', SERVICE_KEY = '', PAY_SECRET = '', PAY_URL = '' } = env;
  const allowTestPayments = env.ALLOW_TEST_PAYMENTS === 'yes'; // payments of the sandbox; never in production
  const own = {
    crypto: { BTC: env.PAYOUT_BTC || undefined, ETH: env.PAYOUT_ETH || undefined },
    wallet: env.PAYOUT_WALLET || undefined,
  };
  const hasOwn = own.wallet || own.crypto.BTC || own.crypto.ETH;
  const payout: typeof own = allowTestPayments && isLocal(SERVICE_URL) && !hasOwn ? TEST_PAYOUT : own;
  const addresses = Object.entries(payout.crypto).filter(([, address]) => address) as [string, string][];
  const methods = [
    ...(addresses.length > 0 ? [{ method: 'crypto', coins: addresses.map(([symbol]) => ({ symbol })) }] : []),
    ...(payout.wallet ? [{ method: 'wallet' }] : []),
  ];
  const required = Object.entries({ SERVICE_URL, SERVICE_KEY, PAY_SECRET, PAY_URL });
  const missing = required.filter(([, value]) => !value).map(([name]) => name);
  if (methods.length === 0) missing.push('PAYOUT_BTC, PAYOUT_ETH or PAYOUT_WALLET (your own addresses)');
  if (methods.length === 0 && !['yes', 'no', ''].includes(env.ALLOW_TEST_PAYMENTS ?? ''))
    missing.push('ALLOW_TEST_PAYMENTS (only yes turns it on)');
  if (SERVICE_URL && !URL.canParse(SERVICE_URL)) missing.push('SERVICE_URL (with https:// or http://)');
  if (missing.length > 0)
    throw new Error(
      `The shop cannot start. Set in .env: ${missing.join(', ')}. Are they there? Then start Node with --env-file=.env.`,
    );
  for (const [coin, address] of addresses) {
    const read = parsePayout({ payout_address: address }, coin);
    if (!read.ok) throw new Error(`The shop cannot start. PAYOUT_${coin} in .env cannot be used: ${read.reason}.`);
  }
  if (payout.wallet && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(payout.wallet))
    throw new Error('The shop cannot start. PAYOUT_WALLET in .env is not an e-mail address.');
  return { options: { service: { baseUrl: SERVICE_URL, apiKey: SERVICE_KEY } }, proceeds: { payout }, methods };
}
