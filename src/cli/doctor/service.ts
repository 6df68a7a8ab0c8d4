import type { ServiceUser } from '../../server/providers/service/client/account.ts';
import { ServiceError } from '../../server/providers/service/client/errors.ts';
import { ServiceClient } from '../../server/providers/service/client/service-client.ts';
import { createDefaultTransport } from '../../server/providers/service/transport/default-transport.ts';
import { causeOf } from '../cause-of.ts';
import type { Settings } from '../settings.ts';
import type { Finding } from './finding.ts';
import { versionIn } from './version-in.ts';

/** The time limit of the request, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** A difference between two clocks that is not that of a slow response. Milliseconds. */
const CLOCK_MS = 60_000;

/** Requests the account from the service (contract 4.1). It sends one request and creates no payment. */
export async function requestAccount({
  options,
}: Settings): Promise<{ readonly finding: Finding; readonly user?: ServiceUser }> {
  // The client has its own rate limit: the shop's shared limit is neither read nor used.
  const send = options.service!.transport ?? createDefaultTransport();
  let ahead = 0;
  const client = new ServiceClient({
    ...options.service!,
    limit: { maxWait: 0 },
    async transport(request) {
      const response = await send(request);
      ahead = Date.now() - Date.parse(response.headers['date'] ?? '') || 0;
      return response;
    },
  });
  const { baseUrl } = client.toJSON();
  const begun = Date.now();
  try {
    const user = await client.currentUser({ timeout: TIMEOUT_MS });
    const ms = Date.now() - begun;
    const message = `${baseUrl} responded in ${ms} ms.`;
    if (Math.abs(ahead) < CLOCK_MS)
      return { user, finding: { name: 'service', state: 'ok', message, facts: { ms, ahead } } };
    const difference = `${Math.round(Math.abs(ahead) / CLOCK_MS)} min ${ahead > 0 ? 'ahead of' : 'behind'}`;
    return {
      user,
      finding: {
        name: 'service',
        state: 'problem',
        message: `${message}\nThe clock of this machine is ${difference} that of the service.`,
        fix: 'Set the clock, by NTP for example: payers would see a wrong end of the time to pay.',
        facts: { ms, ahead },
      },
    };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { message, fix, state = 'problem' } = explain(error, baseUrl);
    return { finding: { name: 'service', state, message, fix, facts: { code: error.code, status: error.status } } };
  }
}

type Explanation = Pick<Finding, 'message'> & { readonly fix: string; readonly state?: 'warning' };

function explain(error: ServiceError, baseUrl: string): Explanation {
  const status = error.status === undefined ? '' : ` (HTTP ${error.status})`;
  switch (error.code) {
    case 'unauthorized':
      return {
        message: `${baseUrl} does not accept the key${status}.`,
        fix: "Set service.apiKey (SERVICE_KEY) to the account's API key of this service: complete, without quotes, no store's key.",
      };
    case 'network':
    case 'timeout': {
      const cause = causeOf(error) ?? { message: error.message, fix: 'Can this machine reach it?' };
      const late = error.code === 'timeout' ? `no response arrived within ${TIMEOUT_MS / 1000} s` : cause.message;
      return {
        message: `${baseUrl} cannot be reached: ${late}.`,
        fix: `${cause.fix} It is service.baseUrl (SERVICE_URL).`,
      };
    }
    case 'rate-limited':
      return {
        state: 'warning',
        message: `${baseUrl} responds, but has received too many requests this minute${status}.`,
        fix: `Try again in ${error.retryAfter ?? 60} s. If this happens to payers, other programs may use the same key.`,
      };
    case 'quota-exhausted':
      return {
        message: `${baseUrl} reports that the requests of this period are used up${status}: no payment can be created.`,
        fix: 'Ask the operator of the service for a larger plan, or wait for the next period.',
      };
    case 'service-error':
      return {
        message: `${baseUrl} has an internal error${status}.`,
        fix: 'Try again later, or contact the operator of the service.',
      };
    case 'rejected':
      return {
        message: `${baseUrl} rejected the request for the account${status}.`,
        fix:
          versionIn(baseUrl) ??
          'Is service.baseUrl (SERVICE_URL) the address of the interface itself, with nothing after it?',
      };
    default:
      return {
        message: `The server at ${baseUrl} is not the payment service${status}: ${error.message}.`,
        fix: versionIn(baseUrl) ?? 'Is service.baseUrl (SERVICE_URL) correct? The server may be a website or a proxy.',
      };
  }
}
