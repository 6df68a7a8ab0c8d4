import type { VirtualClock } from '../actions/virtual-clock.ts';
import { isObject, readJson } from '../exact-json.ts';
import { errorResponse, retryAfter } from './error-response.ts';
import type { ApiFault, Faults } from './faults.ts';
import { noAnswer } from '../http.ts';
import type { SandboxAnswer, SandboxRequest } from '../http.ts';
import type { ContractGaps } from '../contract/contract-gaps.ts';
import { RefusedError } from '../contract/refused-error.ts';
import { readDirectives } from '../actions/directives.ts';

type Api = (request: SandboxRequest, url: URL) => Promise<SandboxAnswer | undefined>;

/**
 * The number of creations with a fault directive that are remembered. They are identified by their body, and the oldest
 * are dropped first.
 */
const MOST_REMEMBERED = 1_000;

const LOCALCODE = '/v1/payments/localcode';

/** The contract's endpoints with injected faults: those of `faults`, and those of a creation's directives. */
export function withFaults(
  api: Api,
  {
    faults,
    virtualClock,
    contractGaps,
  }: { readonly faults: Faults; readonly virtualClock: VirtualClock; readonly contractGaps: ContractGaps },
): Api {
  /** The number of faults so far, for each body with a fault in its `meta.sandbox`. */
  const met = new Map<string, number>();
  /** The last successful response of 4.5, which a cache would return to every client. */
  let cached: SandboxAnswer | undefined;

  const ready = ({ fault }: ApiFault, path: string) =>
    fault !== 'stale' || (cached !== undefined && path === LOCALCODE);

  /** Returns the fault in the creation's own directives, up to its `times`. */
  function ownFault({ body }: SandboxRequest, path: string): ApiFault | undefined {
    const fault = faultIn(body);
    const before = met.get(body) ?? 0;
    if (!fault || before >= fault.times || !ready(fault, path)) return undefined;
    met.set(body, before + 1);
    const [oldest] = met.keys();
    if (met.size > MOST_REMEMBERED && oldest !== undefined) met.delete(oldest);
    return fault;
  }

  async function answered(request: SandboxRequest, url: URL): Promise<SandboxAnswer | undefined> {
    const answer = await api(request, url);
    if (url.pathname === LOCALCODE && answer && answer.status < 300) cached = answer;
    return answer;
  }

  return async (request, url) => {
    if (!/^\/v\d+\//.test(url.pathname)) return api(request, url);
    const fault = ownFault(request, url.pathname) ?? faults.consume(url.pathname, ready);
    switch (fault?.fault) {
      case undefined:
        break;
      case 'latency':
        await new Promise<void>((resolve) => virtualClock.after(fault.ms ?? 0, resolve));
        break;
      case 'reset-before':
        return noAnswer;
      case 'reset-after':
        await answered(request, url);
        return noAnswer;
      case 'truncated': {
        const answer = await answered(request, url);
        return answer && { ...answer, body: answer.body.slice(0, Math.floor(answer.body.length / 2)) };
      }
      case 'status': {
        if (fault.processed) await answered(request, url);
        // An explicit fault applies in every profile.
        const form = { ...contractGaps, sendRetryAfter: contractGaps.sendRetryAfter || true };
        const headers = fault.retryAfter === undefined ? {} : retryAfter(fault.retryAfter, form, virtualClock.now());
        return errorResponse(fault.status ?? 500, contractGaps, headers);
      }
      case 'stale':
        if (cached) return { ...cached, headers: { ...cached.headers, age: '1' } };
    }
    return answered(request, url);
  };
}

/** Ignores invalid directives: the creation that follows reports the error. */
function faultIn(body: string): ApiFault | undefined {
  if (!body.includes('"sandbox"')) return undefined;
  try {
    const fields = readJson(body);
    const meta = isObject(fields) ? fields['meta'] : undefined;
    return isObject(meta) ? readDirectives(meta).fault : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RefusedError) return undefined;
    throw error;
  }
}
