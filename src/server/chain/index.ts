export type { ChainOptions } from './chain-options.ts';
export { ChainError, type ChainErrorCode } from './chain-error.ts';
export type {
  ChainSource,
  SourceCallOptions,
  SourceCheck,
  Transfer,
  TransferQuery,
  Transfers,
} from './chain-source.ts';
export { agree } from './sources/agree.ts';
export { blockbook, type BlockbookOptions } from './sources/blockbook.ts';
export { coreRpc, type CoreRpcOptions } from './sources/core-rpc.ts';
export { esplora, type EsploraOptions } from './sources/esplora.ts';
export { evmRpc, type EvmRpcOptions } from './sources/evm-rpc.ts';
export type { EndpointOptions } from './sources/http-client.ts';
export type { KnownBlock } from './sources/networks.ts';
export { sandboxChain } from './sources/sandbox-chain.ts';
export { solanaRpc, type SolanaRpcOptions } from './sources/solana-rpc.ts';
export { tronHttp, type TronHttpOptions } from './sources/tron-http.ts';
