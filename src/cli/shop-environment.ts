import type { RunningSandbox } from '../sandbox/node/start-sandbox.ts';

/** The environment variables that a shop's backend reads, as the README describes them. */
export interface ShopEnvironment {
  readonly SERVICE_URL: string;
  readonly SERVICE_KEY: string;
  readonly PAY_SECRET: string;
  /** The URL where the shop mounts its handler. */
  readonly PAY_URL: string;
  /** Without it, a payment of the sandbox pays no order. */
  readonly ALLOW_TEST_PAYMENTS: 'yes';
}

/** The port of a shop that sets none. */
export const DEFAULT_PORT = '8080';

/** Returns the URL where the README's shop mounts its handler. @param port the port of the shop */
export const localPayUrl = (port = DEFAULT_PORT): string => `http://127.0.0.1:${port}/pay`;

/** Returns the environment variables of a shop that uses this sandbox. */
export const shopEnvironment = (
  { url, apiKey }: Pick<RunningSandbox, 'url' | 'apiKey'>,
  own: Pick<ShopEnvironment, 'PAY_SECRET' | 'PAY_URL'>,
): ShopEnvironment => ({ SERVICE_URL: url, SERVICE_KEY: apiKey, ...own, ALLOW_TEST_PAYMENTS: 'yes' });

/** Formats the variables as the lines of a `.env` file. */
export const toEnvFile = (environment: ShopEnvironment): string =>
  Object.entries(environment)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
