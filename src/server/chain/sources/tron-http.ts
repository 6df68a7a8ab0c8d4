import { createHttpClient, type EndpointOptions } from './http-client.ts';
import type { ChainSource, SourceCallOptions, Transfer } from '../chain-source.ts';
import { createNetworkCheck, readNetwork, type KnownBlock } from './networks.ts';
import { amountOfUnits, createAnswerReader } from './read-answer.ts';
import { CLOCK_SLACK_MS, readPace, tooManyTransactions } from './source-options.ts';

/** The options of `tronHttp`: the address of the node. */
export interface TronHttpOptions extends EndpointOptions {
  /** The genesis block of another network, for tests. Default: that of the main network. */
  readonly network?: KnownBlock | undefined;
}

/** A look is two requests. */
const REQUESTS_PER_MINUTE = 120;

/** Transactions on one page (the most that TronGrid allows), and the most pages that are read. */
const PAGE_LENGTH = 200;
const PAGES_MAX = 5;

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/**
 * An address in hexadecimal, as TronGrid writes it in transactions: 21 bytes, without the checksum.
 *
 * @internal
 */
export function toHexAddress(address: string): string {
  const value = [...address].reduce((sum, letter) => sum * 58n + BigInt(BASE58.indexOf(letter)), 0n);
  return value.toString(16).padStart(50, '0').slice(0, 42);
}

/**
 * The HTTP interface of TRON with an index of addresses, as TronGrid has it: TRX.
 *
 * It sees transfers of TRX. Those that a contract sends, and tokens, are not counted.
 *
 *     tronHttp({ url: 'https://api.trongrid.io', headers: { 'TRON-PRO-API-KEY': key } })
 *
 * @throws ConfigurationError that names the option
 */
export function tronHttp(options: TronHttpOptions): ChainSource {
  const http = createHttpClient('tronHttp', options, ['network']);
  const network = readNetwork('tronHttp', options.network);
  const { name } = http;
  const read = createAnswerReader(name);
  const checkNetwork = createNetworkCheck(name, 'TRX', network, async (height, call) => {
    const block = read.record(await http.post('/wallet/getblockbynum', { num: height }, call), 'block');
    return read.text(block['blockID'], 'blockID');
  });

  async function tip(call: SourceCallOptions): Promise<{ height: number; at: number }> {
    const block = read.record(await http.post('/wallet/getnowblock', {}, call), 'block');
    const header = read.record(read.record(block['block_header'], 'block_header')['raw_data'], 'raw_data');
    return { height: read.count(header['number'], 'number'), at: read.count(header['timestamp'], 'timestamp') };
  }

  function transfersIn(each: unknown, to: string, height: number): Transfer[] {
    const tx = read.record(each, 'transaction');
    // Internal transactions have another form.
    if (tx['raw_data'] === undefined) return [];
    const [contract] = read.list(read.record(tx['raw_data'], 'raw_data')['contract'], 'contract');
    const { type, parameter } = read.record(contract, 'contract');
    const [result] = read.list(tx['ret'], 'ret');
    if (type !== 'TransferContract' || read.record(result, 'ret')['contractRet'] !== 'SUCCESS') return [];
    const value = read.record(read.record(parameter, 'parameter')['value'], 'value');
    if (read.text(value['to_address'], 'to_address').toLowerCase() !== to) return [];
    return [
      {
        transaction: read.text(tx['txID'], 'txID'),
        index: 0,
        amount: amountOfUnits(read.units(value['amount'], 'amount'), 'TRX'),
        confirmations: Math.max(1, height - read.count(tx['blockNumber'], 'blockNumber') + 1),
        at: read.count(tx['block_timestamp'], 'block_timestamp'),
      },
    ];
  }

  return {
    name,
    coins: ['TRX'],
    requestsPerMinute: readPace('tronHttp', options.requestsPerMinute, REQUESTS_PER_MINUTE),
    async transfers({ address, since }, call) {
      await checkNetwork(call);
      const newest = await tip(call);
      const to = toHexAddress(address);
      const transfers: Transfer[] = [];
      const query = new URLSearchParams({
        only_to: 'true',
        limit: String(PAGE_LENGTH),
        min_timestamp: String(Math.max(0, since - CLOCK_SLACK_MS)),
        order_by: 'block_timestamp,desc',
      });
      for (let page = 0; ; page += 1) {
        if (page === PAGES_MAX) throw tooManyTransactions(name);
        const path = `/v1/accounts/${encodeURIComponent(address)}/transactions?${query}`;
        const answer = read.record(await http.get(path, { ...call, tooLong: 'history-too-short' }), 'answer');
        if (answer['success'] !== true) throw read.fail('success', 'true');
        const txs = read.list(answer['data'], 'data');
        transfers.push(...txs.flatMap((tx) => transfersIn(tx, to, newest.height)));
        const { fingerprint } = read.record(answer['meta'], 'meta');
        if (typeof fingerprint !== 'string' || txs.length < PAGE_LENGTH) break;
        query.set('fingerprint', fingerprint);
      }
      return { transfers, tip: newest };
    },
    async check(_coin, call) {
      await checkNetwork(call);
      return { ...(await tip(call)), notes: ['Transfers that a contract sends are not seen.'] };
    },
  };
}
