/** The options of the backend helper, the sandbox and the rest, from their types. */
import { blocks } from './markdown.mjs';
import { commentOf, propertiesOf } from './types.mjs';

/** Where each group of options is declared, and what its names begin with. */
export const GROUPS = [
  {
    title: 'createCheckout',
    intro: 'Of `pay-elements/server`. See [the backend](backend.md). Give `service` or `provider`.',
    file: 'server/options.ts',
    type: 'CheckoutBaseOptions',
    also: [
      {
        name: 'service',
        type: 'ServiceClientOptions',
        text: 'The service and its key: see [below](#createcheckout-service).',
      },
      { name: 'provider', type: 'PaymentProvider', text: 'Another payment server: see [providers](providers.md).' },
    ],
  },
  {
    title: 'createCheckout: service',
    intro: 'Also the options of `new ServiceClient(options)`.',
    file: 'server/providers/service/client/options.ts',
    type: 'ServiceClientOptions',
    path: 'service.',
  },
  {
    title: 'createCheckout: service.limit',
    file: 'server/providers/service/client/options.ts',
    type: 'LimitOptions',
    path: 'service.limit.',
  },
  {
    title: 'createCheckout: service.cryptoInfo',
    file: 'server/providers/service/client/options.ts',
    type: 'CryptoInfoRequest',
    path: 'service.cryptoInfo.',
  },
  {
    title: 'createCheckout: longPoll',
    file: 'server/options.ts',
    type: 'LongPollOptions',
    path: 'longPoll.',
  },
  {
    title: 'createCheckout: creationLimit',
    file: 'server/http/creation-limit.ts',
    type: 'CreationLimitOptions',
    path: 'creationLimit.',
  },
  {
    title: 'What order() returns',
    intro: 'Of `createCheckout`: the function `order(ref, request)` returns this, a promise of it, or nothing.',
    file: 'server/orders/order.ts',
    type: 'Order',
    path: '',
  },
  {
    title: 'sqliteStore',
    intro: 'Of `pay-elements/server/sqlite`: `sqliteStore(database, options)`. See [stores](stores.md).',
    file: 'server/stores/sqlite.ts',
    type: 'SqliteStoreOptions',
  },
  {
    title: 'postgresStore',
    intro: 'Of `pay-elements/server/postgres`: `postgresStore(pool, options)`. See [stores](stores.md).',
    file: 'server/stores/postgres.ts',
    type: 'PostgresStoreOptions',
  },
  {
    title: 'renderPayment',
    intro: 'Of `pay-elements/html`: `renderPayment(payment, options)`.',
    file: 'html/render-payment.ts',
    type: 'RenderOptions',
  },
  {
    title: 'openTelemetry',
    intro: 'Of `pay-elements/server/opentelemetry`. See [operations](operations.md#opentelemetry).',
    file: 'server/observability/opentelemetry/index.ts',
    type: 'OpenTelemetryOptions',
  },
  {
    title: 'nodeTransport',
    intro: 'Of `pay-elements/server/node`: how calls of the service are sent, for `service.transport`.',
    file: 'server/http/node/transport.ts',
    type: 'NodeTransportOptions',
  },
  {
    title: 'startSandbox and createSandbox',
    intro: 'Of `pay-elements/sandbox`. See [the sandbox](sandbox.md).',
    file: 'sandbox/options.ts',
    type: 'SandboxOptions',
  },
  {
    title: 'startSandbox only',
    file: 'sandbox/node/start-sandbox.ts',
    type: 'StartOptions',
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
    'Every option with its type and default, from the types of the package. An option that does not exist is refused with an error that names the one you probably meant.',
    GROUPS.map(({ title, intro, file, type, path = '', also = [] }) => [
      `## ${title}`,
      commentOf(file, type),
      intro,
      [...also, ...propertiesOf(file, type)].map(option(path)),
    ]),
  );
}
