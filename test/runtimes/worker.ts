import { openShop } from './shop.ts';

interface Env {
  readonly SERVICE_URL: string;
  readonly API_KEY: string;
  readonly MAX_WAIT: string;
  readonly ORDERS_URL?: string;
}

let shop: ReturnType<typeof openShop> | undefined;

/** The shop as a Worker: it learns where it is from the first request. */
export default {
  fetch(request: Request, env: Env, context: unknown): Promise<Response> {
    const { origin } = new URL(request.url);
    shop ??= openShop({
      serviceUrl: env.SERVICE_URL,
      apiKey: env.API_KEY,
      origin,
      longPollTimeout: Number(env.MAX_WAIT),
      ordersUrl: env.ORDERS_URL,
    });
    return shop.fetch(request, context);
  },
};
