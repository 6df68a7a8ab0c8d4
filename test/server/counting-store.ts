import { memoryStore, type PaymentStore } from '../../src/server/index.ts';
import { openShopAndSandbox, sendWebhook, webhookOf, type ShopOptions } from './shop.ts';

/** A store that tells how many wait for its news. */
export function counted(store: PaymentStore): PaymentStore & { watching: number } {
  const mine = {
    ...store,
    watching: 0,
    subscribe(token: string, look: () => void) {
      mine.watching += 1;
      const stop = store.subscribe(token, look);
      return () => {
        mine.watching -= 1;
        stop();
      };
    },
  };
  return mine;
}

/** A shop with one wallet payment, and a store whose watchers are counted. */
export async function withPayment(
  options: ShopOptions,
  use: (
    shop: Awaited<ReturnType<typeof openShopAndSandbox>> & {
      statusUrl: string;
      counting: ReturnType<typeof counted>;
      reportStatus: (status: string) => Promise<unknown>;
    },
  ) => Promise<void>,
): Promise<void> {
  const counting = counted(options.store ?? memoryStore());
  const shop = await openShopAndSandbox({ ...options, store: counting });
  try {
    const { json } = await shop.pay({ order: '1001', method: 'wallet' });
    const webhookUrl = webhookOf(shop.sandbox);
    const reportStatus = (status: string) => sendWebhook(webhookUrl, { status });
    await use({ ...shop, statusUrl: String(json['statusUrl']), counting, reportStatus });
  } finally {
    await shop.close();
  }
}
