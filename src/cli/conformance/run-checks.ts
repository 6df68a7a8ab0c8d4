import { CommandError } from '../command.ts';
import type { Check } from './check.ts';
import { Failure, Skip } from './expectations.ts';
import { requestText, responseText } from './exchange.ts';
import type { Shop } from './shop.ts';

/** The result of one check. */
export interface CheckResult {
  readonly name: string;
  readonly rule: string;
  readonly state: 'ok' | 'failed' | 'skipped';
  /** What the backend did, or why the check was skipped, in plain words. */
  readonly message?: string;
  /** The paragraph of the documentation. */
  readonly docs: string;
  /** The request that shows it, as text. */
  readonly request?: string;
  readonly response?: string;
  readonly ms: number;
}

/** Runs the checks one after the other, and reports each result. @throws CommandError when a recipe fails */
export async function runChecks(
  shop: Shop,
  checks: readonly Check[],
  onResult: (result: CheckResult) => void = () => {},
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of checks) {
    const result = await runCheck(shop, check);
    results.push(result);
    onResult(result);
  }
  return results;
}

async function runCheck(shop: Shop, { name, rule, section, run }: Check): Promise<CheckResult> {
  const started = performance.now();
  const end = (result: Pick<CheckResult, 'state' | 'message' | 'request' | 'response'>): CheckResult => ({
    name,
    rule,
    docs: `docs/any-backend.md${section}`,
    ms: Math.round(performance.now() - started),
    ...result,
  });
  try {
    await run(shop);
    return end({ state: 'ok' });
  } catch (error) {
    if (error instanceof Skip) return end({ state: 'skipped', message: error.message });
    if (error instanceof CommandError) throw error;
    if (!(error instanceof Failure)) throw error;
    const { message, exchange } = error;
    return end({
      state: 'failed',
      message,
      ...(exchange && { request: requestText(exchange), response: responseText(exchange) }),
    });
  }
}
