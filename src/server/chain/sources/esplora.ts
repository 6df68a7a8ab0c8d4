import { createHttpClient, type EndpointOptions } from './http-client.ts';
import type { ChainSource, SourceCallOptions, Transfer, Transfers } from '../chain-source.ts';
import { createNetworkCheck, readNetwork, type KnownBlock } from './networks.ts';
import { amountOfUnits, createAnswerReader } from './read-answer.ts';
import { readCoin, readPace, tooManyTransactions } from './source-options.ts';

/** The options of `esplora`: the coin, and the address of the server. */
export interface EsploraOptions extends EndpointOptions {
  /** `BTC` or `LTC`. */
  readonly coin: 'BTC' | 'LTC';
  /** A block of another network, for tests. Default: the main network of the coin. */
  readonly network?: KnownBlock | undefined;
}

/** Confirmed transactions on one page (API.md of Blockstream/esplora). */
const PAGE_LENGTH = 25;

/** The most unconfirmed transactions of an address that are listed (API.md). Older ones are left out. */
const UNCONFIRMED_MAX = 50;

/** The most pages that are read. A deposit address has few transactions. */
const PAGES_MAX = 8;

/** Public servers publish no limit: one request a second. A look is two. */
const REQUESTS_PER_MINUTE = 60;

/**
 * The HTTP interface of Esplora, as blockstream.info and mempool.space have it: Bitcoin and Litecoin.
 *
 *     esplora({ coin: 'BTC', url: 'https://blockstream.info/api' })
 *
 * @throws ConfigurationError that names the option
 */
export function esplora(options: EsploraOptions): ChainSource {
  const http = createHttpClient('esplora', options, ['coin', 'network']);
  const coin = readCoin('esplora', options.coin, ['BTC', 'LTC']);
  const network = readNetwork('esplora', options.network);
  const { name } = http;
  const read = createAnswerReader(name);
  const checkNetwork = createNetworkCheck(name, coin, network, async (height, call) => {
    const hash = await http.getText(`/block-height/${height}`, call);
    if (!/^[0-9a-f]{64}$/.test(hash)) throw read.fail('block hash', '64 hexadecimal digits');
    return hash;
  });

  async function tip(call: SourceCallOptions): Promise<Required<Transfers['tip']>> {
    const [newest] = read.list(await http.get('/blocks', call), 'blocks');
    const block = read.record(newest, 'blocks[0]');
    return { height: read.count(block['height'], 'height'), at: read.time(block['timestamp'], 'timestamp') };
  }

  /** The outputs of a transaction that pay to the address. */
  function transfersIn(tx: Readonly<Record<string, unknown>>, address: string, height: number): Transfer[] {
    const transaction = read.text(tx['txid'], 'txid');
    const status = read.record(tx['status'], 'status');
    if (typeof status['confirmed'] !== 'boolean') throw read.fail('status.confirmed', 'true or false');
    const block = status['confirmed'] ? read.count(status['block_height'], 'block_height') : undefined;
    const at = status['confirmed'] ? { at: read.time(status['block_time'], 'block_time') } : {};
    // A block may have been found since the tip was read.
    const confirmations = block === undefined ? 0 : Math.max(1, height - block + 1);
    return read.list(tx['vout'], 'vout').flatMap((each, index) => {
      const output = read.record(each, 'vout');
      if (output['scriptpubkey_address'] !== address) return [];
      const amount = amountOfUnits(read.units(output['value'], 'value'), coin);
      return [{ transaction, index, amount, confirmations, ...at }];
    });
  }

  return {
    name,
    coins: [coin],
    requestsPerMinute: readPace('esplora', options.requestsPerMinute, REQUESTS_PER_MINUTE),
    async transfers({ address, since }, call) {
      await checkNetwork(call);
      const newest = await tip(call);
      const transfers: Transfer[] = [];
      let path = `/address/${encodeURIComponent(address)}/txs`;
      for (let page = 0; ; page += 1) {
        if (page === PAGES_MAX) throw tooManyTransactions(name);
        const txs = read
          .list(await http.get(path, { ...call, tooLong: 'history-too-short' }), 'transactions')
          .map((tx) => read.record(tx, 'transaction'));
        const confirmed = txs.filter((tx) => read.record(tx['status'], 'status')['confirmed'] === true);
        if (txs.length - confirmed.length >= UNCONFIRMED_MAX) throw tooManyTransactions(name);
        transfers.push(...txs.flatMap((tx) => transfersIn(tx, address, newest.height)));
        const last = confirmed.at(-1);
        if (!last || confirmed.length < PAGE_LENGTH) break;
        if (read.time(read.record(last['status'], 'status')['block_time'], 'block_time') < since) break;
        path = `/address/${encodeURIComponent(address)}/txs/chain/${read.text(last['txid'], 'txid')}`;
      }
      return { transfers, tip: newest };
    },
    async check(_coin, call) {
      await checkNetwork(call);
      return { ...(await tip(call)), notes: [] };
    },
  };
}
