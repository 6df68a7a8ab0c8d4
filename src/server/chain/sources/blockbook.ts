import { checkAddress, type CoinSymbol } from '../../../core/index.ts';
import { createHttpClient, type EndpointOptions } from './http-client.ts';
import { ChainError } from '../chain-error.ts';
import type { ChainSource, SourceCallOptions, Transfer } from '../chain-source.ts';
import { createNetworkCheck, readNetwork, type KnownBlock } from './networks.ts';
import { amountOfUnits, createAnswerReader } from './read-answer.ts';
import { readCoin, readPace, readToken, tooManyTransactions } from './source-options.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The options of `blockbook`: the coin, and the address of the server. */
export interface BlockbookOptions extends EndpointOptions {
  /**
   * The coin of the chain that the server indexes. For `ERC20/USDT`, transfers of the token are read instead of those
   * of the coin of the chain.
   */
  readonly coin: 'BTC' | 'LTC' | 'BCH' | 'DOGE' | 'ETH' | 'BNB' | 'ERC20/USDT';
  /** The contract of the token. Default: that of USDT on Ethereum. */
  readonly token?: string | undefined;
  /** A block of another network, for tests. Default: the main network of the coin. */
  readonly network?: KnownBlock | undefined;
}

const POSSIBLE: readonly CoinSymbol[] = ['BTC', 'LTC', 'BCH', 'DOGE', 'ETH', 'BNB', 'ERC20/USDT'];
const EVM: readonly CoinSymbol[] = ['ETH', 'BNB', 'ERC20/USDT'];

/** Transactions on one page, and the most pages that are read. A deposit address has few transactions. */
const PAGE_LENGTH = 100;
const PAGES_MAX = 5;

/** A look is two requests. */
const REQUESTS_PER_MINUTE = 60;

/** The numbers of internal transfers follow those of outputs. */
const INTERNAL_FROM = 1_000_000;

/**
 * The HTTP interface of Trezor's Blockbook (API V2): BTC, LTC, BCH, DOGE, ETH, BNB and USDT. It has internal transfers of
 * Ethereum where the server indexes them.
 *
 *     blockbook({ coin: 'BCH', url: 'https://blockbook.example' })
 *
 * @throws ConfigurationError that names the option
 */
export function blockbook(options: BlockbookOptions): ChainSource {
  const http = createHttpClient('blockbook', options, ['coin', 'token', 'network']);
  const coin = readCoin('blockbook', options.coin, POSSIBLE);
  const network = readNetwork('blockbook', options.network);
  const token = readToken('blockbook', options.token, coin);
  const isEvm = EVM.includes(coin);
  const { name } = http;
  const read = createAnswerReader(name);
  const checkNetwork = createNetworkCheck(name, coin, network, async (height, call) => {
    const block = read.record(await http.get(`/api/v2/block-index/${height}`, call), 'block');
    return read.text(block['blockHash'], 'blockHash').toLowerCase();
  });
  /**
   * One spelling of an address: Ethereum's checksum is letter case, and an address of Bitcoin Cash may have an older form, or
   * no prefix.
   */
  function spelling(address: string): string {
    if (isEvm) return address.toLowerCase();
    if (coin !== 'BCH') return address;
    const checked = checkAddress(coin, address);
    return checked.ok ? checked.canonical : address.toLowerCase().replace(/^bitcoincash:/, '');
  }

  async function tip(call: SourceCallOptions): Promise<{ height: number; at: number }> {
    const answer = read.record(await http.get('/api/status', call), 'status');
    const status = read.record(answer['blockbook'], 'blockbook');
    if (status['inSync'] !== true || status['initialSync'] === true)
      throw new ChainError('out-of-sync', name, 'it has not read the whole chain yet');
    const at = Date.parse(read.text(status['lastBlockTime'], 'lastBlockTime'));
    if (Number.isNaN(at)) throw read.fail('lastBlockTime', 'a time');
    return { height: read.count(status['bestHeight'], 'bestHeight'), at };
  }

  /** The values that a transaction moves to the address, each with its number. */
  function valuesIn(tx: Fields, to: string): [index: number, units: bigint][] {
    const isTo = (address: unknown) => typeof address === 'string' && spelling(address) === to;
    const list = (value: unknown, field: string) =>
      (value === undefined ? [] : read.list(value, field)).map((each) => read.record(each, field));
    // Blockbook leaves out a value of zero.
    const valueOf = (fields: Fields) => (fields['value'] === undefined ? 0n : read.units(fields['value'], 'value'));
    if (token !== undefined)
      return list(tx['tokenTransfers'], 'tokenTransfers').flatMap((each, index) =>
        isTo(each['to']) && read.text(each['contract'], 'contract').toLowerCase() === token
          ? [[index, valueOf(each)]]
          : [],
      );
    const outputs = list(tx['vout'], 'vout').flatMap((output, index): [number, bigint][] => {
      // An output to several addresses, a bare multi-signature, is not the payer's.
      const addresses = output['addresses'] === undefined ? [] : read.list(output['addresses'] ?? [], 'addresses');
      return addresses.length === 1 && isTo(addresses[0]) ? [[index, valueOf(output)]] : [];
    });
    if (!isEvm) return outputs;
    const specific = read.record(tx['ethereumSpecific'], 'ethereumSpecific');
    const internal = list(specific['internalTransfers'], 'internalTransfers').flatMap((each, index) =>
      isTo(each['to']) ? [[INTERNAL_FROM + index, valueOf(each)] as [number, bigint]] : [],
    );
    return [...outputs, ...internal];
  }

  function transfersIn(tx: Fields, to: string): Transfer[] {
    const transaction = read.text(tx['txid'], 'txid');
    const confirmations = read.count(tx['confirmations'] ?? '0', 'confirmations');
    // A transaction that failed moved nothing. -1: it is in no block yet.
    if (isEvm && confirmations > 0) {
      const status = read.text(read.record(tx['ethereumSpecific'], 'ethereumSpecific')['status'], 'status');
      if (status !== '1') return [];
    }
    const time = read.time(tx['blockTime'] ?? (confirmations > 0 ? undefined : '0'), 'blockTime');
    // Without a block, it is when the server first saw the transaction, or 0.
    const at = confirmations > 0 ? { at: time } : time > 0 ? { seenAt: time } : {};
    return valuesIn(tx, to)
      .filter(([, units]) => units > 0n)
      .map(([index, units]) => ({ transaction, index, amount: amountOfUnits(units, coin), confirmations, ...at }));
  }

  return {
    name,
    coins: [coin],
    requestsPerMinute: readPace('blockbook', options.requestsPerMinute, REQUESTS_PER_MINUTE),
    async transfers({ address, since }, call) {
      await checkNetwork(call);
      const newest = await tip(call);
      const to = spelling(address);
      const transfers: Transfer[] = [];
      const query = `details=txs&pageSize=${PAGE_LENGTH}${token === undefined ? '' : `&contract=${token}`}`;
      for (let page = 1; ; page += 1) {
        if (page > PAGES_MAX) throw tooManyTransactions(name);
        const path = `/api/v2/address/${encodeURIComponent(address)}?${query}&page=${page}`;
        const answer = read.record(await http.get(path, { ...call, tooLong: 'history-too-short' }), 'address');
        if (spelling(read.text(answer['address'], 'address')) !== to)
          throw read.fail('address', 'the address asked for');
        const txs = answer['transactions'] === undefined ? [] : read.list(answer['transactions'], 'transactions');
        const records = txs.map((tx) => read.record(tx, 'transaction'));
        transfers.push(...records.flatMap((tx) => transfersIn(tx, to)));
        const isOld = records.some(
          (tx) => tx['confirmations'] !== '0' && read.time(tx['blockTime'] ?? '0', 'blockTime') < since,
        );
        const pages = answer['totalPages'] === undefined ? 1 : Number(answer['totalPages']);
        // -1: the server does not know how many there are.
        const isLast = pages < 0 ? txs.length < PAGE_LENGTH : !(page < pages);
        if (isOld || isLast) break;
      }
      return { transfers, tip: newest };
    },
    async check(_coin, call) {
      await checkNetwork(call);
      const notes =
        isEvm && token === undefined ? ['Internal transfers are seen only where this server indexes them.'] : [];
      return { ...(await tip(call)), notes };
    },
  };
}
