import type { CoinSymbol } from '../../../core/index.ts';
import { ConfigurationError } from '../../configuration-error.ts';
import { ChainError } from '../chain-error.ts';
import type { SourceCallOptions } from '../chain-source.ts';

/** A block that only one network has. */
export interface KnownBlock {
  /** Choose a block after the fork from every other network; where there was none, 0, the genesis block. */
  readonly height: number;
  /** In lower case, with the `0x` of Ethereum. */
  readonly hash: string;
}

/**
 * A block of each main network by which a source proves that it is on it. It is the genesis block, except for chains with
 * a common past: Bitcoin and Bitcoin Cash have different blocks from 478559 on, Ethereum and Ethereum Classic from 1920000
 * on.
 */
const mainNetworks: Readonly<Record<CoinSymbol, KnownBlock>> = {
  BTC: { height: 478559, hash: '00000000000000000019f112ec0a9982926f1258cdcc558dd7c3b7e5dc7fa148' },
  BCH: { height: 478559, hash: '000000000000000000651ef99cb9fcbe0dadde1d424bd9f15ff20136191a5eec' },
  LTC: { height: 0, hash: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2' },
  DOGE: { height: 0, hash: '1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691' },
  ETH: { height: 1920000, hash: '0x4985f5ca3d2afbec36529aa96f74de3cc10a2a4a6c44f2157a57d2c6059a11bb' },
  'ERC20/USDT': { height: 1920000, hash: '0x4985f5ca3d2afbec36529aa96f74de3cc10a2a4a6c44f2157a57d2c6059a11bb' },
  BNB: { height: 0, hash: '0x0d21840abff46b96c84b2ac9e10e4f5cdaeb5693cb665db62a2f3b02d2d57b5b' },
  TRX: { height: 0, hash: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc' },
  // Solana's genesis hash is base58, and letter case counts in it.
  'SOL/SOL': { height: 0, hash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' },
};

/** @throws ConfigurationError when the option is no block */
export function readNetwork(kind: string, network: KnownBlock | undefined): KnownBlock | undefined {
  if (network === undefined) return undefined;
  const { height, hash } = Object(network) as Partial<KnownBlock>;
  if (!Number.isInteger(height) || height! < 0 || typeof hash !== 'string' || hash === '')
    throw new ConfigurationError(
      `${kind}.network`,
      "a block of the network is needed, such as { height: 0, hash: '…' }",
    );
  return network;
}

/**
 * Creates the check of a source's network. It asks once: a server does not change its network while it runs. A wrong one is
 * refused each time.
 *
 * @param network default: the main network of the coin
 * @param hashAt asks the source for the hash of its block at a height
 */
export function createNetworkCheck(
  name: string,
  coin: CoinSymbol,
  network: KnownBlock | undefined,
  hashAt: (height: number, call: SourceCallOptions) => Promise<string>,
): (call: SourceCallOptions) => Promise<void> {
  const { height, hash } = network ?? mainNetworks[coin];
  let isRight = false;
  return async (call) => {
    if (isRight) return;
    if ((await hashAt(height, call)) !== hash)
      throw new ChainError('wrong-network', name, `its block ${height} is not that of the network of ${coin}`);
    isRight = true;
  };
}
