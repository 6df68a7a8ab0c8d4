import { ControlError } from '../actions/control-error.ts';
import { needed, type CallFields } from '../actions/control-fields.ts';
import { symbols, type CoinSymbol } from '../contract/coins.ts';
import { wholeNumber } from '../webhooks/webhook-script.ts';
import type { SandboxChain } from './sandbox-chain.ts';

/** The most blocks of one call. */
const MOST_BLOCKS = 10_000;

/** The longest lag: a year. Milliseconds. */
const MOST_LAG_MS = 365 * 24 * 60 * 60 * 1000;

function coinIn(text: string): CoinSymbol {
  const coin = symbols.find((symbol) => symbol.toLowerCase() === text.toLowerCase());
  if (!coin) throw new ControlError('bad_request', `must be one of ${symbols.join(', ')}`, 'coin');
  return coin;
}

/** `GET _control/chain`: all transfers. `GET _control/chain/transfers?coin=BTC&address=…`: what a chain source asks. */
export function chainRead(chain: SandboxChain, path: readonly string[], query: URLSearchParams): object | undefined {
  if (path.length === 0) return { transfers: chain.transfers(), ...chain.state() };
  if (path.length !== 1 || path[0] !== 'transfers') return undefined;
  return chain.look(coinIn(query.get('coin') ?? ''), query.get('address') ?? '');
}

/** `POST _control/chain/{send,mine,replace,reorganize,lag,fail}`, and the panel's forms. */
export function chainCall(chain: SandboxChain, action: string, fields: CallFields): object {
  const coin = () => coinIn(needed(fields, 'coin'));
  const blocks = () => wholeNumber('blocks', fields['blocks'] || '1', MOST_BLOCKS);
  const done = (message: string, more: object = {}) => ({ accepted: true, message, ...more });
  const amount = fields['amount']?.trim() || undefined;
  switch (action) {
    case 'send': {
      const transaction = chain.send(coin(), needed(fields, 'address'), needed(fields, 'amount'));
      return done('Sent. It waits for a block: add one to the chain.', { transaction });
    }
    case 'mine':
      chain.mine(coin(), blocks());
      return done('The blocks are there.');
    case 'replace':
      return done('The transaction is replaced.', {
        transaction: chain.replace(needed(fields, 'transaction'), amount),
      });
    case 'reorganize':
      chain.reorganize(coin(), blocks(), { drop: fields['drop'] === 'true' });
      return done('The chain is reorganized.');
    case 'lag':
      chain.lag(wholeNumber('ms', needed(fields, 'ms'), MOST_LAG_MS));
      return done('The chain lags.');
    case 'fail':
      chain.fail(needed(fields, 'failing') === 'true');
      return done('The chain has changed.');
    default:
      throw new ControlError('unknown_call', `a chain has no action '${action}'`);
  }
}
