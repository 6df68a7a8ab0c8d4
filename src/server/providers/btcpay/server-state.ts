import { decimalText } from '../../../core/index.ts';
import { isRecord } from '../../../core/json.ts';
import { list, record, text } from './invoice.ts';

/** What the server says about itself. */
export interface ServerInfo {
  readonly version: string;
  /** The ids of all payment methods of the server, with or without a wallet. */
  readonly supported: readonly string[];
  readonly isSynced: boolean;
  readonly nodes: readonly {
    readonly paymentMethodId: string;
    /** Whether it can be reached and is in sync. */
    readonly isAvailable: boolean;
    /** The number of blocks that it has, and that there are, as text. */
    readonly blocks: string | undefined;
    readonly headers: string | undefined;
  }[];
}

/** What an API key may do. The key itself is in the response, too, and is not kept. */
export interface ApiKey {
  readonly permissions: readonly {
    /** `btcpay.store.canviewinvoices`. */
    readonly policy: string;
    /** Undefined: all stores of the account. */
    readonly store: string | undefined;
  }[];
}

/** A webhook of a store. */
export interface StoreWebhook {
  readonly url: string;
  readonly isEnabled: boolean;
  /** Whether it is sent again after a failure. */
  readonly isRepeated: boolean;
  /** The events that it sends; undefined for all. */
  readonly events: readonly string[] | undefined;
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

export function readServerInfo(value: unknown): ServerInfo {
  const fields = record(value, 'server info');
  const nodes = Array.isArray(fields.syncStatus) ? (fields.syncStatus as readonly unknown[]) : [];
  return {
    version: text(fields, 'version'),
    supported: texts(fields.supportedPaymentMethods),
    isSynced: fields.fullySynched !== false,
    nodes: nodes.filter(isRecord).map(({ paymentMethodId, available, nodeInformation }) => {
      const { blocks, headers } = isRecord(nodeInformation) ? nodeInformation : {};
      return {
        paymentMethodId: String(paymentMethodId),
        isAvailable: available !== false,
        blocks: decimalText(blocks),
        headers: decimalText(headers),
      };
    }),
  };
}

export function readApiKey(value: unknown): ApiKey {
  const { permissions } = record(value, 'API key');
  return {
    permissions: texts(permissions).map((permission) => {
      const [policy = '', store] = permission.split(':');
      return { policy, store };
    }),
  };
}

export function readStoreWebhooks(value: unknown): readonly StoreWebhook[] {
  return list(value, 'webhooks').map((given) => {
    const fields = record(given, 'webhooks');
    const { everything, specificEvents } = isRecord(fields.authorizedEvents) ? fields.authorizedEvents : {};
    return {
      url: text(fields, 'url'),
      isEnabled: fields.enabled !== false,
      isRepeated: fields.automaticRedelivery !== false,
      events: everything === false ? texts(specificEvents) : undefined,
    };
  });
}
