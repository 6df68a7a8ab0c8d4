import type { Provider } from './discovery.ts';
import { balanceData, toHex, transactionOf, type EvmTransfer } from './transaction.ts';
import { WalletProblem } from './wallet-problem.ts';

export { walletProblem } from './wallet-problem.ts';

const ACCOUNT = /^0x[\da-f]{40}$/i;
const HASH = /^0x[\da-f]{64}$/i;

type Call = (method: string, ...params: unknown[]) => Promise<unknown>;

/** Creates a function that calls a provider. An exception of the provider becomes a rejection. */
const callOf =
  (provider: Provider): Call =>
  async (method, ...params) =>
    provider.request({ method, params });

const isOn = async (call: Call, chainId: number) => Number(String(await call('eth_chainId'))) === chainId;

/**
 * Switches the wallet to a network, and reads its network again: some wallets respond before they have switched, or do
 * not switch.
 */
async function switchTo(call: Call, chainId: number) {
  if (await isOn(call, chainId)) return;
  await call('wallet_switchEthereumChain', { chainId: toHex(chainId) });
  if (!(await isOn(call, chainId))) throw new WalletProblem('wrongChain');
}

/** Checks the chain through the wallet: the token's contract exists, and the account has the amount. */
async function checkChain(call: Call, { token, amount }: EvmTransfer, account: string) {
  if (token !== undefined) {
    const code = await call('eth_getCode', token, 'latest');
    // The wallet is on another network than it reports.
    if (typeof code !== 'string' || !/^0x.*[1-9a-f]/i.test(code)) throw new WalletProblem('wrongChain');
  }
  const balance =
    token === undefined
      ? await call('eth_getBalance', account, 'latest')
      : await call('eth_call', { to: token, data: balanceData(account) }, 'latest');
  if (BigInt(String(balance)) < amount) throw new WalletProblem('tooLittle');
}

/**
 * Connects the wallet and switches it to the network of the transfer.
 *
 * @returns The account that would pay.
 * @throws The wallet's error, or `WalletProblem`: see `walletProblem`.
 */
export async function connect(provider: Provider, transfer: EvmTransfer): Promise<string> {
  const call = callOf(provider);
  const [account] = Object(await call('eth_requestAccounts')) as unknown[];
  if (typeof account !== 'string' || !ACCOUNT.test(account)) throw new WalletProblem('browserWalletFailed');
  await switchTo(call, transfer.chainId);
  await checkChain(call, transfer, account);
  return account;
}

/**
 * Sends the transfer through the wallet, after another check of the network, which the payer may have changed.
 *
 * @param isCurrent - Returns whether the page still shows this payment; otherwise nothing is sent.
 * @returns The hash of the transaction. It proves that the wallet has sent it, not that the payment is paid.
 * @throws The wallet's error, or `WalletProblem`: see `walletProblem`.
 */
export async function send(
  provider: Provider,
  transfer: EvmTransfer,
  account: string,
  isCurrent: () => boolean,
): Promise<string> {
  const call = callOf(provider);
  if (!(await isOn(call, transfer.chainId))) throw new WalletProblem('wrongChain');
  await checkChain(call, transfer, account);
  if (!isCurrent()) throw new WalletProblem('browserWalletFailed');
  const hash = await call('eth_sendTransaction', transactionOf(transfer, account));
  if (typeof hash !== 'string' || !HASH.test(hash)) throw new WalletProblem('browserWalletFailed');
  return hash;
}
