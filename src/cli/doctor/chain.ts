import type { CoinSymbol } from '../../core/index.ts';
import type { ChainError, ChainErrorCode } from '../../server/chain/chain-error.ts';
import { readChainOptions, type ChainOptions } from '../../server/chain/chain-options.ts';
import type { ChainSource, SourceCheck } from '../../server/chain/chain-source.ts';
import { isLagging } from '../../server/chain/judge.ts';
import { ageOf } from '../text.ts';
import type { Finding } from './finding.ts';

type Result = Pick<Finding, 'state' | 'message' | 'fix' | 'facts'>;

/**
 * A source with a shorter history causes a warning: for the first two hours of a payment its payer may be waiting, and a
 * shop that restarts must find the money. Milliseconds.
 */
const HISTORY_NEEDED_MS = 2 * 60 * 60_000;

/** What to do about an error of a source. */
const FIXES: Readonly<Record<ChainErrorCode, string>> = {
  unreachable: 'Is its url right, is the server running, and can this machine reach it?',
  timeout: 'Is the server overloaded, or behind a firewall? chain.timeout is the time for one call.',
  aborted: 'Run the doctor again.',
  'rate-limited': 'Lower requestsPerMinute of the source, or use a server or a plan that allows more.',
  unauthorized: 'Set the key in its url or headers, or the user and the password in its url.',
  rejected: 'Is its url the address of the interface itself, with its path, and is the server of this kind?',
  'bad-answer': 'Is its url the address of the interface itself, with its path, and is the server of this kind?',
  'wrong-network':
    'Use a server of the network on which your payers pay. For a test network, set the option network or chainId.',
  'out-of-sync':
    'Wait until the server has read the whole chain, or use another one. Until then the source is not believed.',
  'history-too-short': 'Use a server that keeps more blocks.',
  disagreement: 'One of the two sources is wrong: compare them with a third one.',
  paused: 'Run the doctor again later.',
};

/** Checks each source of the option `chain`: one finding for each. */
export async function checkChainSources(chain: ChainOptions | undefined): Promise<Finding[]> {
  if (chain === undefined) return [];
  const name = 'chain';
  let read: ReturnType<typeof readChainOptions>;
  try {
    read = readChainOptions(chain);
  } catch (error) {
    return [{ name, state: 'problem', message: `${(error as Error).message}.`, fix: 'No source was checked.' }];
  }
  const { sources, timeout } = read;
  return Promise.all(sources.map(async (source) => ({ name, ...(await checkSource(source, timeout)) })));
}

/** Checks a source for each of its coins, one after another: public servers limit requests. */
async function checkSource(source: ChainSource, timeout: number): Promise<Result> {
  const results: Result[] = [];
  for (const coin of source.coins) results.push(await checkCoin(source, coin, timeout));
  const state = (['problem', 'warning', 'ok'] as const).find((each) =>
    results.some((result) => result.state === each),
  )!;
  const lines = (texts: readonly (string | undefined)[]) =>
    [...new Set(texts.flatMap((text) => text ?? []))].join('\n');
  const fix = lines(results.map((result) => result.fix));
  return {
    state,
    message: lines([`${source.name}:`, ...results.flatMap(({ message }) => message.split('\n'))]).replace(':\n', ': '),
    ...(fix !== '' && { fix }),
    facts: { source: source.name, coins: results.map(({ facts }) => facts) },
  };
}

async function checkCoin(source: ChainSource, coin: CoinSymbol, timeout: number): Promise<Result> {
  try {
    const check = await source.check(coin, { timeout, signal: new AbortController().signal });
    return judgeCheck(coin, check, Date.now());
  } catch (error) {
    // The error of a shop's own source may contain anything, also a key.
    if (!isChainError(error))
      return {
        state: 'problem',
        message: `${coin}: check() threw an error that is no ChainError.`,
        fix: 'A source rejects with a ChainError when it cannot be used.',
        facts: { coin },
      };
    const { code, message } = error;
    return {
      state: code === 'rate-limited' || code === 'paused' ? 'warning' : 'problem',
      message: `${coin}: ${message.replace(/^[^:]*: /, '')} (${code}).`,
      fix: FIXES[code],
      facts: { coin, code },
    };
  }
}

/** By its name: the class may be that of another copy of this package, which the module of `--config` has loaded. */
const isChainError = (error: unknown): error is ChainError =>
  error instanceof Error && error.name === 'ChainError' && Object.hasOwn(FIXES, String((error as ChainError).code));

function judgeCheck(coin: CoinSymbol, { height, at, historyMs, notes }: SourceCheck, now: number): Result {
  const age = at === undefined ? 'of an unknown time' : `${ageOf(now - at)} old`;
  const message = [`${coin}: the newest block is ${height}, ${age}.`, ...notes].join('\n');
  const facts = { coin, height, at, historyMs };
  if (isLagging(coin, { tip: { height, ...(at === undefined ? {} : { at }) } }, now))
    return { state: 'problem', message, fix: FIXES['out-of-sync'], facts: { ...facts, code: 'out-of-sync' } };
  if (historyMs !== undefined && historyMs < HISTORY_NEEDED_MS)
    return {
      state: 'warning',
      message: `${message}\nIt finds payments of the last ${ageOf(historyMs)} alone.`,
      fix: `Let it keep ${ageOf(HISTORY_NEEDED_MS)}: more blocks on a pruned node, or the option blocks of evmRpc.`,
      facts: { ...facts, code: 'history-too-short' },
    };
  return { state: 'ok', message, facts };
}
