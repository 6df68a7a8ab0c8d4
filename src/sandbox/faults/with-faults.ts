import type { Agenda } from './agenda.ts';
import { isObject, readJson } from './exact-json.ts';
import { failureAnswer, retryAfter } from './failure-answer.ts';
import type { ApiFault, Faults } from './faults.ts';
import { noAnswer } from './http.ts';
import type { SandboxAnswer, SandboxRequest } from './http.ts';
import type { NotShown } from './not-shown.ts';
import { RefusedError } from './refused.ts';
import { readWishes } from './wishes.ts';

type Api = (request: SandboxRequest, url: URL) => Promise<SandboxAnswer | undefined>;

/** The creations that asked for a fault of their own are told apart by their body; the oldest are forgotten. */
const MOST_REMEMBERED = 1_000;

const LOCALCODE = '/v1/payments/localcode';

/** The contract's endpoints as they are on a bad day: what `faults` holds, or a creation asks for, goes wrong. */
export function withFaults(
  api: Api,
  { faults, agenda, notShown }: { readonly faults: Faults; readonly agenda: Agenda; readonly notShown: NotShown },
): Api {
  /** How often a body with a fault in its `meta.sandbox` has met it. */
  const met = new Map<string, number>();
  /** The last good answer to 4.5: what a cache in between would give to everybody. */
  let cached: SandboxAnswer | undefined;

  const ready = ({ fault }: ApiFault, path: string) =>
    fault !== 'stale' || (cached !== undefined && path === LOCALCODE);

  /** The fault that a creation brings with it, as often as it wishes. */
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
    const fault = ownFault(request, url.pathname) ?? faults.take(url.pathname, ready);
    switch (fault?.fault) {
      case undefined:
        break;
      case 'latency':
        await new Promise<void>((resolve) => agenda.after(fault.ms ?? 0, resolve));
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
        // Asked for by name, it is told whatever the profile says of its own.
        const form = { ...notShown, sendRetryAfter: notShown.sendRetryAfter || true };
        const headers = fault.retryAfter === undefined ? {} : retryAfter(fault.retryAfter, form, agenda.now());
        return failureAnswer(fault.status ?? 500, notShown, headers);
      }
      case 'stale':
        if (cached) return { ...cached, headers: { ...cached.headers, age: '1' } };
    }
    return answered(request, url);
  };
}

/** A slip in the wishes is told by the creation itself, which comes after. */
function faultIn(body: string): ApiFault | undefined {
  if (!body.includes('"sandbox"')) return undefined;
  try {
    const fields = readJson(body);
    const meta = isObject(fields) ? fields['meta'] : undefined;
    return isObject(meta) ? readWishes(meta).fault : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RefusedError) return undefined;
    throw error;
  }
}
