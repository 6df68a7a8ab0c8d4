/**
 * Adds the wallet extensions of the payer's browser (EIP-6963) to `<pay-crypto>`, also inside `<pay-checkout>`. They
 * can pay ETH, BNB and USDT, and only on the payment's own network.
 */
import { html } from 'lit';
import { addPaymentOption } from '../../elements/pay-crypto/payment-options.ts';
import { inPage, register } from '../../elements/register.ts';
import { EvmWalletsElement } from './evm-wallets.ts';

export type { WalletMessages } from './wallet-messages.ts';
export type { WalletApp } from './apps.ts';
export { configureEvmWallets, type EvmCoin, type EvmWalletOptions, type TestNetwork } from './options.ts';

register('pay-evm-wallets', EvmWalletsElement);
if (inPage)
  addPaymentOption(
    (view, card) =>
      html`<pay-evm-wallets .view=${view} .card=${card} .locale=${card.viewState.locale}></pay-evm-wallets>`,
  );
