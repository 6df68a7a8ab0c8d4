/** The options of the backend helper, the sandbox and the rest, from their types. */
import { blocks } from './markdown.mjs';
import { commentOf, propertiesOf } from './types.mjs';

/** The type of each group of options, and what its names begin with. */
export const GROUPS = [
  {
    title: 'createCheckout',
    intro: 'Of `pay-elements/server`. See [the backend](../backend.md). Give either `service` or `provider`.',
    type: 'CheckoutBaseOptions',
    also: [
      {
        name: 'service',
        type: 'ServiceClientOptions',
        text: 'The service and its key: see [below](#createcheckout-service).',
      },
      { name: 'provider', type: 'PaymentProvider', text: 'Another payment server: see [providers](../providers.md).' },
    ],
  },
  {
    title: 'createCheckout: service',
    intro: 'Also the options of `new ServiceClient(options)`.',
    type: 'ServiceClientOptions',
    path: 'service.',
  },
  {
    title: 'createCheckout: service.limit',
    type: 'LimitOptions',
    path: 'service.limit.',
  },
  {
    title: 'createCheckout: service.cryptoInfo',
    type: 'CryptoInfoRequest',
    path: 'service.cryptoInfo.',
  },
  {
    title: 'createCheckout: longPoll',
    type: 'LongPollOptions',
    path: 'longPoll.',
  },
  {
    title: 'createCheckout: creationLimit',
    type: 'CreationLimitOptions',
    path: 'creationLimit.',
  },
  {
    title: 'createCheckout: chain',
    intro: 'See [payments checked on the chain](../chain.md).',
    type: 'ChainOptions',
    path: 'chain.',
  },
  {
    title: 'chain sources',
    intro:
      'Of `pay-elements/server/chain`: the options that all sources have. `coin` and the options of single sources are in [their table](../chain.md#sources).',
    type: 'EndpointOptions',
  },
  {
    title: 'checkout.payments.list',
    type: 'PaymentListOptions',
  },
  {
    title: 'sqliteStore',
    intro: 'Of `pay-elements/server/sqlite`: `sqliteStore(database, options)`. See [stores](../stores.md).',
    type: 'SqliteStoreOptions',
  },
  {
    title: 'postgresStore',
    intro: 'Of `pay-elements/server/postgres`: `postgresStore(pool, options)`. See [stores](../stores.md).',
    type: 'PostgresStoreOptions',
  },
  {
    title: 'btcpay',
    intro: 'Of `pay-elements/server/btcpay`: `btcpay(options)` is a provider. See [BTCPay Server](../btcpay.md).',
    file: 'server/providers/btcpay/options.ts',
    type: 'BtcpayOptions',
  },
  {
    title: 'renderPayment',
    intro: 'Of `pay-elements/html`: `renderPayment(payment, options)`.',
    type: 'RenderOptions',
  },
  {
    title: 'renderOrder',
    intro: 'Of `pay-elements/html`: `renderOrder(order, options)`.',
    type: 'OrderRenderOptions',
  },
  {
    title: 'settlesOrder',
    intro: 'Of `pay-elements/server`: `settlesOrder(payment, order, options)`.',
    type: 'SettlementOptions',
  },
  {
    title: 'configureEvmWallets',
    intro: 'Of `pay-elements/wallets/evm`. See [wallets](../wallets.md).',
    type: 'EvmWalletOptions',
  },
  {
    title: 'openTelemetry',
    intro: 'Of `pay-elements/server/opentelemetry`. See [operations](../operations.md#opentelemetry).',
    type: 'OpenTelemetryOptions',
  },
  {
    title: 'nodeTransport',
    intro: 'Of `pay-elements/server/node`: how calls of the service are sent, for `service.transport`.',
    type: 'NodeTransportOptions',
  },
  {
    title: 'startSandbox and createSandbox',
    intro: 'Of `pay-elements/sandbox`. See [the sandbox](../sandbox.md).',
    type: 'SandboxOptions',
  },
  {
    title: 'startSandbox only',
    type: 'StartOptions',
  },
  {
    title: 'startBtcpaySandbox',
    intro: 'Of `pay-elements/sandbox`. See [BTCPay Server](../btcpay.md#trying-it-without-a-server).',
    type: 'BtcpaySandboxOptions',
  },
];

const option =
  (path) =>
  ({ name, optional, type, text }) => [
    `### ${path}${name}`,
    `\`${type}\`${optional === false ? ', required' : ''}`,
    text,
  ];

/** The page, as Markdown. */
export function optionsPage() {
  return blocks(
    '# Options',
    'Every option with its type and default, from the types of the package. An option that does not exist is refused with an error that names it, and the one you probably meant when there is one with a similar name.',
    GROUPS.map(({ title, intro, type, path = '', also = [] }) => [
      `## ${title}`,
      commentOf(type),
      intro,
      [...also, ...propertiesOf(type)].map(option(path)),
    ]),
  );
}
