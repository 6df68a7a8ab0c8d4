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

/** Creations with a fault directive are identified by their body. Beyond this number the oldest are dropped. */
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
  /** How often a body with a fault in its `meta.sandbox` has met it. */
  const met = new Map<string, number>();
  /** The last good answer to 4.5: what a cache in between would give to everybody. */
  let cached: SandboxAnswer | undefined;

  const ready = ({ fault }: ApiFault, path: string) =>
    fault !== 'stale' || (cached !== undefined && path === LOCALCODE);

  /** The fault that a creation brings with it, as often as it directives. */
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
        // An explicit fault applies whatever the profile says.
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

/** The creation itself, which comes after, reports an error in the directives. */
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
