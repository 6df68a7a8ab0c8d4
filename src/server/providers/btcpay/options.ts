import { ConfigurationError } from '../../configuration-error.ts';
import { checkNames, checkObject, readCount, readServerUrl } from '../../read-options.ts';

/** The options of `btcpay()`. */
export interface BtcpayOptions {
  /** The address of the server: `https://btcpay.example`. */
  readonly url: string | undefined;
  /** The id of the store, as its settings show it. */
  readonly storeId: string | undefined;
  /**
   * An API key with the permissions `btcpay.store.canviewinvoices`, `btcpay.store.cancreateinvoice` and
   * `btcpay.store.canviewstoresettings` for this store, and no others.
   */
  readonly apiKey: string | undefined;
  /** The secret of the store's webhook. */
  readonly webhookSecret: string | undefined;
  /**
   * Allows an `http:` address of another machine in `url`, in a private network. The key is then sent unencrypted in
   * that network. `http:` on this machine and to an onion address is always allowed.
   */
  readonly allowHttp?: boolean;
  /**
   * How many open invoices are read in a minute to find updates of lost webhooks, by all processes together. A read is
   * one request to BTCPay Server 2.4.1 and later, and two to earlier versions. Default 30.
   */
  readonly readsPerMinute?: number;
}

/** The checked options. */
export interface BtcpaySettings {
  /** Without a trailing slash. */
  readonly url: string;
  readonly storeId: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly readsPerMinute: number;
}

const NAMES = Object.keys({
  url: 0,
  storeId: 0,
  apiKey: 0,
  webhookSecret: 0,
  allowHttp: 0,
  readsPerMinute: 0,
} satisfies Record<keyof BtcpayOptions, 0>);

const EXAMPLE = '{ url, storeId, apiKey, webhookSecret }';

/**
 * Checks all options of `btcpay()`.
 *
 * @throws ConfigurationError that names the option and never contains its value
 */
export function readBtcpayOptions(options: BtcpayOptions): BtcpaySettings {
  checkObject(options, 'btcpay', EXAMPLE);
  checkNames(options, NAMES, 'btcpay.', { baseUrl: 'url', secret: 'webhookSecret', key: 'apiKey', store: 'storeId' });
  const { allowHttp = false } = options;
  if (typeof allowHttp !== 'boolean') throw new ConfigurationError('btcpay.allowHttp', 'true or false is needed');
  return {
    url: readUrl(options.url, allowHttp),
    storeId: readText('storeId', options.storeId, 'BTCPAY_STORE_ID', /^[A-Za-z0-9]{1,64}$/, NEEDED.storeId),
    apiKey: readText('apiKey', options.apiKey, 'BTCPAY_API_KEY', /^[\x21-\x7e]+$/, NEEDED.apiKey),
    webhookSecret: readText('webhookSecret', options.webhookSecret, 'BTCPAY_WEBHOOK_SECRET', /^.{8,}$/s, NEEDED.secret),
    readsPerMinute: readCount('btcpay.readsPerMinute', options.readsPerMinute, 30, 1, 6000),
  };
}

const NEEDED = {
  storeId: 'letters and digits are needed: the id of the store, as its settings show it',
  apiKey: 'plain text without spaces is needed: an API key of the server',
  // An empty secret would accept webhooks that anybody can sign.
  secret: 'the secret of the webhook of the store is needed, at least 8 characters',
};

function readText(name: keyof BtcpayOptions, value: unknown, variable: string, form: RegExp, needed: string): string {
  if (value === undefined) throw new ConfigurationError(`btcpay.${name}`, `is ${variable} set?`, 'option-missing');
  if (typeof value !== 'string' || !form.test(value)) throw new ConfigurationError(`btcpay.${name}`, needed);
  return value;
}

/** An address that was copied from the documentation of the API may end with its path. */
const readUrl = (text: string | undefined, allowHttp: boolean): string =>
  readServerUrl(text, {
    option: 'btcpay.url',
    variable: 'BTCPAY_URL',
    allowHttp,
    allowedBy: 'btcpay.allowHttp',
  }).replace(/\/api\/v1$/, '');
