import type { Emit } from '../observability/events.ts';
import { makeProbe, type Secret } from './probe.ts';
import { hostOf, type CheckoutRequest } from './http.ts';
import { isLocal } from '../read-options.ts';
import { mountOf, publicMountOf, type Route } from './routes.ts';

/** Headers that proxies set. Frameworks such as Next.js set them without a proxy, too. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-prefix'];

/** The time limit of the test webhook, while a payer may wait. Milliseconds. */
const TIMEOUT_MS = 3_000;

/** A shop that was just started may not answer yet, so a missing route is looked for again. Milliseconds. */
const CHECK_AGAIN_MS = 10_000;

/** Whether webhooks arrive at `publicUrl`. `missing`: its server answers 404. `unknown`: another answer, or none. */
type Webhooks = 'arrive' | 'missing' | 'unknown';

export interface MountCheckPorts {
  readonly secret: Secret;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly emit: Emit;
}

export interface MountCheck {
  /** Whether it is certain that the webhooks of a payment would get a 404. The promise never rejects. */
  readonly losesWebhooks: (route: Route, request: CheckoutRequest) => Promise<boolean>;
  /** Whether requests came to another path or port than that of `publicUrl`, and webhooks are not known to arrive. */
  readonly isMismatched: () => boolean;
}

/**
 * Compares the path of requests with that of `publicUrl`, where the webhooks go, and on this machine their port. A proxy may
 * change both, so a difference alone proves nothing: a test webhook of the doctor is then sent to `publicUrl`. When the host
 * of the request itself answers it with 404, no webhook can arrive.
 */
export function createMountCheck({ secret, publicUrl, emit }: MountCheckPorts): MountCheck {
  const { host } = new URL(publicUrl);
  const publicMount = publicMountOf(publicUrl);
  let sent: { readonly at: number; readonly result: Promise<Webhooks> } | undefined;
  let found: Webhooks | undefined;
  let isReported = false;

  async function send(): Promise<Webhooks> {
    try {
      const probe = await makeProbe(publicUrl, secret);
      const headers = { 'content-type': 'application/json', 'user-agent': 'pay-elements' };
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const { url, body } = probe;
      const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
      if ((await probe.judge(await response.text())) === 'received') return 'arrive';
      return response.status === 404 ? 'missing' : 'unknown';
    } catch {
      return 'unknown';
    }
  }

  function check(): Promise<Webhooks> {
    const now = performance.now();
    if (!sent || (found === 'missing' && now - sent.at >= CHECK_AGAIN_MS))
      sent = { at: now, result: send().then((result) => (found = result)) };
    return sent.result;
  }

  async function judge(path: string, isSameHost: boolean, isForwarded: boolean): Promise<boolean> {
    const result = await check();
    if (result === 'arrive') return false;
    const isCertain = result === 'missing' && isSameHost;
    // A proxy may change the path, and may be out of reach from here.
    if (isForwarded && !isCertain) return false;
    if (!isReported) {
      isReported = true;
      const webhooks = isCertain ? 'missing' : 'unknown';
      emit({ type: 'mount-mismatch', path: path === '' ? '/' : path, publicUrl, webhooks });
    }
    return isCertain;
  }

  return {
    // The request is read before the promise is made, which never rejects: not every caller waits for it.
    losesWebhooks(route, request) {
      const path = mountOf(request.url, route);
      const requested = hostOf(request);
      const isOtherPort = requested !== undefined && requested !== host && areLocal(requested, host);
      if (path === publicMount && !isOtherPort) return Promise.resolve(false);
      const isForwarded = FORWARDED.some((name) => request.header(name) !== undefined);
      return judge(isOtherPort ? `${requested}${path}` : path, requested === host, isForwarded);
    },
    isMismatched: () => isReported && found !== 'arrive',
  };
}

/** Whether both hosts are of this machine, with different ports. A name of it, such as `localhost`, is as good as its address. */
function areLocal(requested: string, host: string): boolean {
  const [one, other] = [requested, host].map((each) => `http://${each}`);
  return URL.canParse(one!) && isLocal(one!) && isLocal(other!) && new URL(one!).port !== new URL(other!).port;
}
