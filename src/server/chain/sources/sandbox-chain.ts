import { coins, findCoin } from '../../../core/index.ts';
import type { ChainSource, SourceCallOptions } from '../chain-source.ts';
import { createHttpClient, type EndpointOptions } from './http-client.ts';
import { createAnswerReader } from './read-answer.ts';

/** The sandbox is on this machine. */
const REQUESTS_PER_MINUTE = 6_000;

/**
 * The simulated chains of the sandbox: all nine coins, for development and tests.
 *
 *     chain: { sources: [sandboxChain({ url: 'http://127.0.0.1:4010' })], confirmations: { BTC: 2 } }
 *
 * @throws ConfigurationError that names the option
 */
export function sandboxChain(options: Pick<EndpointOptions, 'url' | 'name' | 'fetch'>): ChainSource {
  const http = createHttpClient('sandboxChain', options, []);
  const { name } = http;
  const read = createAnswerReader(name);

  async function look(coin: string, address: string, call: SourceCallOptions) {
    const query = new URLSearchParams({ coin, address });
    const answer = read.record(await http.get(`/_control/chain/transfers?${query}`, call), 'answer');
    const tip = read.record(answer['tip'], 'tip');
    return {
      transfers: read.list(answer['transfers'], 'transfers').map((each) => {
        const transfer = read.record(each, 'transfers');
        return {
          transaction: read.text(transfer['transaction'], 'transaction'),
          index: read.count(transfer['index'], 'index'),
          amount: read.amount(transfer['amount'], findCoin(coin)!.symbol, 'amount'),
          confirmations: read.count(transfer['confirmations'], 'confirmations'),
          at: read.count(transfer['at'], 'at'),
        };
      }),
      tip: { height: read.count(tip['height'], 'height'), at: read.count(tip['at'], 'at') },
    };
  }

  return {
    name,
    coins: coins.map(({ symbol }) => symbol),
    requestsPerMinute: REQUESTS_PER_MINUTE,
    transfers: ({ coin, address }, call) => look(coin, address, call),
    async check(coin, call) {
      const { tip } = await look(coin, 'none', call);
      return { ...tip, notes: ['This is a simulation: no money moves.'] };
    },
  };
}
