import { addDecimals, compareDecimals } from '../../../core/index.ts';
import { ConfigurationError } from '../../configuration-error.ts';
import { omitUndefined } from '../../omit-undefined.ts';
import { ChainError } from '../chain-error.ts';
import { readTransfers, type ChainSource, type Transfer, type Transfers } from '../chain-source.ts';

const idOf = ({ transaction }: Transfer) => transaction.toLowerCase();

/** The transfers by transaction: sources number the transfers in one transaction differently. */
function byTransaction(transfers: readonly Transfer[]): Map<string, Transfer[]> {
  const groups = new Map<string, Transfer[]>();
  for (const transfer of transfers) groups.set(idOf(transfer), [...(groups.get(idOf(transfer)) ?? []), transfer]);
  return groups;
}

/** The later of two times; none unless both sources know one: money is not called early by one source alone. */
const later = (one: number | undefined, other: number | undefined) =>
  one === undefined || other === undefined ? undefined : Math.max(one, other);

const coinsOf = (source: ChainSource | undefined) => source?.coins ?? [];

const sumOf = (transfers: readonly Transfer[]) => addDecimals(transfers.map(({ amount }) => amount));

/**
 * Two sources of a coin that must agree: for a shop that trusts no single one.
 *
 * Only transfers that both have count, with the fewer confirmations and the later time of the two. So a source that lags
 * delays, and a source that invents money invents none. When both have a transfer with different amounts, one of them lies:
 * that is an error. When one of them cannot be reached, so cannot both.
 *
 *     agree(esplora({ coin: 'BTC', url: a }), coreRpc({ coin: 'BTC', url: b }))
 *
 * @throws ConfigurationError when they have no coin in common
 */
export function agree(first: ChainSource, second: ChainSource): ChainSource {
  const coins = coinsOf(first).filter((coin) => coinsOf(second).includes(coin));
  if (coins.length === 0) throw new ConfigurationError('agree', 'two sources of the same coin are needed');
  if (first === second)
    throw new ConfigurationError('agree', 'two different sources are needed: one agrees with itself');
  const name = `${first.name}+${second.name}`;

  function common(one: Transfers, other: Transfers): Transfers {
    const own = byTransaction(one.transfers);
    const others = byTransaction(other.transfers);
    for (const [id, transfers] of own)
      if (others.has(id) && compareDecimals(sumOf(transfers), sumOf(others.get(id)!)) !== 0)
        throw new ChainError('disagreement', name, 'the two sources have different amounts of one transaction');
    const transfers = one.transfers.flatMap((transfer) => {
      const same = others.get(idOf(transfer));
      if (!same) return [];
      const confirmations = Math.min(transfer.confirmations, ...same.map((each) => each.confirmations));
      const at = later(transfer.at, same[0]!.at);
      const seenAt = later(transfer.seenAt, same[0]!.seenAt);
      return [{ ...omitUndefined({ ...transfer, at, seenAt }), confirmations }];
    });
    const tip = one.tip.height <= other.tip.height ? one.tip : other.tip;
    return { transfers, tip };
  }

  return {
    name,
    coins,
    requestsPerMinute: Math.min(first.requestsPerMinute, second.requestsPerMinute),
    async transfers(query, call) {
      const answers = await Promise.all([first.transfers(query, call), second.transfers(query, call)]);
      const [one, other] = [readTransfers(answers[0]), readTransfers(answers[1])];
      return common(one, other);
    },
    async check(coin, call) {
      const [one, other] = await Promise.all([first.check(coin, call), second.check(coin, call)]);
      const { height, at } = one.height <= other.height ? one : other;
      const historyMs = Math.min(one.historyMs ?? Infinity, other.historyMs ?? Infinity);
      return {
        height,
        ...omitUndefined({ at }),
        ...(historyMs === Infinity ? {} : { historyMs }),
        notes: [...one.notes, ...other.notes],
      };
    },
  };
}
