import { openShop } from './shop.ts';

interface Env {
  readonly SERVICE_URL: string;
  readonly API_KEY: string;
  readonly MAX_WAIT: string;
}

let shop: ReturnType<typeof openShop> | undefined;

/** The shop as a Worker: it learns where it is from the first request. */
export default {
  fetch(request: Request, { SERVICE_URL, API_KEY, MAX_WAIT }: Env, context: unknown): Promise<Response> {
    const { origin } = new URL(request.url);
    shop ??= openShop({ serviceUrl: SERVICE_URL, apiKey: API_KEY, origin, longPollTimeout: Number(MAX_WAIT) });
    return shop.fetch(request, context);
  },
};
