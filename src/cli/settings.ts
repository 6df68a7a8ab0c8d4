import { ConfigurationError } from '../server/configuration-error.ts';
import type { CheckoutOptions } from '../server/options.ts';
import { btcpay } from '../server/providers/btcpay/btcpay.ts';
import type { PaymentProvider } from '../server/providers/provider.ts';
import { CommandError, type Given, type Option } from './command.ts';
import { loadConfig } from './load-config.ts';

/** The checkout options that were found. They are not validated. */
export interface Settings {
  readonly options: Partial<CheckoutOptions>;
  /** The source of the options, for messages. */
  readonly from: string;
  /** Why the provider of the environment could not be made: one message for each option. */
  readonly refused?: readonly string[];
  /** What has no effect, as sentences. */
  readonly warnings?: readonly string[];
}

export const ENV_FILE_OPTION: Option = {
  value: '<file>',
  description: 'reads environment variables from this file first; if it is missing, Node says so and exits with 9',
};

/** Options of commands that read a shop's settings. */
export const SETTINGS_OPTIONS: Readonly<Record<string, Option>> = {
  config: { value: '<file>', description: "a module whose default export is the shop's options of createCheckout" },
  'env-file': ENV_FILE_OPTION,
};

/**
 * Reads a shop's options: the default export of `--config` (or its result, when it is a function). Without `--config`
 * they are read from the environment: SERVICE_URL and SERVICE_KEY, or the variables of BTCPay Server, PAY_SECRET,
 * PAY_SECRET_PREVIOUS, PAY_URL and ALLOW_TEST_PAYMENTS.
 *
 * @throws CommandError
 */
export async function readSettings(given: Given): Promise<Settings> {
  const envFile = given.text('env-file');
  if (envFile !== undefined) loadEnvironment(envFile);
  const config = given.text('config');
  return config === undefined ? fromEnvironment(process.env) : { options: await loadConfig(config), from: config };
}

/**
 * Sets the environment variables of a file, except those that are set already. @throws CommandError when it cannot be read
 */
export function loadEnvironment(file: string): void {
  try {
    process.loadEnvFile(file);
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function fromEnvironment(env: NodeJS.ProcessEnv): Settings {
  const { SERVICE_URL: baseUrl, SERVICE_KEY: apiKey, PAY_SECRET, PAY_SECRET_PREVIOUS, PAY_URL: publicUrl } = env;
  const { ALLOW_TEST_PAYMENTS } = env;
  if (!publicUrl && env.PUBLIC_URL)
    throw new CommandError('PUBLIC_URL is not read any more. The public URL of the checkout is PAY_URL.');
  const { provider, refused } = btcpayOf(env);
  return {
    from: 'the environment',
    ...(refused && { refused }),
    ...(ALLOW_TEST_PAYMENTS &&
      ALLOW_TEST_PAYMENTS !== 'yes' && {
        warnings: ["ALLOW_TEST_PAYMENTS has no effect: only 'yes' allows payments of a sandbox."],
      }),
    options: {
      // With SERVICE_URL beside it the configuration is wrong, and the check of it says so.
      ...(provider && { provider }),
      ...((baseUrl || apiKey) && { service: { baseUrl: baseUrl ?? '', apiKey: apiKey ?? '' } }),
      ...(PAY_SECRET && { secret: PAY_SECRET_PREVIOUS ? [PAY_SECRET, PAY_SECRET_PREVIOUS] : PAY_SECRET }),
      ...(publicUrl && { publicUrl }),
      ...(ALLOW_TEST_PAYMENTS === 'yes' && { allowTestPayments: true }),
    } as Partial<CheckoutOptions>,
  };
}

/** The variables of BTCPay Server, with their options of `btcpay()`. */
export const BTCPAY_OPTIONS = {
  BTCPAY_URL: 'url',
  BTCPAY_STORE_ID: 'storeId',
  BTCPAY_API_KEY: 'apiKey',
  BTCPAY_WEBHOOK_SECRET: 'webhookSecret',
} as const;

/** The names of the variables of BTCPay Server. */
export const BTCPAY_VARIABLES: readonly string[] = Object.keys(BTCPAY_OPTIONS);

/**
 * The variables of BTCPay Server that have no value; undefined for a shop with the payment service. `init` writes them
 * without a value, so a shop uses BTCPay Server when one of them exists.
 */
export function missingBtcpayVariables(env: NodeJS.ProcessEnv): readonly string[] | undefined {
  if (BTCPAY_VARIABLES.every((name) => env[name] === undefined)) return undefined;
  const missing = BTCPAY_VARIABLES.filter((name) => !env[name]);
  return missing.length === BTCPAY_VARIABLES.length && env['SERVICE_URL'] ? undefined : missing;
}

/** BTCPay Server as the provider, when the environment has its variables. */
function btcpayOf(env: NodeJS.ProcessEnv): Pick<Settings, 'refused'> & { readonly provider?: PaymentProvider } {
  const missing = missingBtcpayVariables(env);
  if (missing === undefined) return {};
  if (missing.length > 0)
    return {
      refused: missing.map(
        (name) => `btcpay.${BTCPAY_OPTIONS[name as keyof typeof BTCPAY_OPTIONS]} (${name}) is missing`,
      ),
    };
  const {
    BTCPAY_URL: url,
    BTCPAY_STORE_ID: storeId,
    BTCPAY_API_KEY: apiKey,
    BTCPAY_WEBHOOK_SECRET: webhookSecret,
  } = env;
  try {
    return { provider: btcpay({ url, storeId, apiKey, webhookSecret }) };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return { refused: [error.message] };
  }
}
