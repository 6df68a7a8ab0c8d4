import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WalletProblem, walletProblem } from '../../src/wallets/evm/wallet-problem.ts';

const failure = (code: unknown, message = '', data?: object) => Object.assign(new Error(message), { code, data });

test('each error of a wallet has a message with what to do', () => {
  for (const [error, key] of [
    [failure(4001, 'User rejected'), 'refused'],
    [failure(4902), 'unknownChain'],
    [failure(-32603, '', { originalError: { code: 4902 } }), 'unknownChain'],
    [failure(-32002), 'requestOpen'],
    [failure(4900), 'browserWalletGone'],
    [failure(4901), 'browserWalletGone'],
    [failure(undefined, 'Extension context invalidated.'), 'browserWalletGone'],
    [failure(-32000, 'insufficient funds for gas * price + value'), 'tooLittle'],
    [failure(-32603, 'Internal JSON-RPC error.'), 'browserWalletFailed'],
    [new WalletProblem('wrongChain'), 'wrongChain'],
  ] as const)
    assert.equal(walletProblem(error), key);
});

test('anything may be thrown', () => {
  for (const error of [null, undefined, 0, 'refused', [], {}, { code: {}, message: null }, { code: 'constructor' }])
    assert.equal(walletProblem(error), 'browserWalletFailed');
  assert.equal(walletProblem({ code: '4001' }), 'refused');
});
