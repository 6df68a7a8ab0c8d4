import { html, type TemplateResult } from 'lit';
import type { PublicPayment } from '../../core/payment.ts';
import type { PayProblemEvent, PayStatusEvent } from '../events.ts';
import { PayCryptoElement } from '../pay-crypto/pay-crypto.ts';
import type { PayElement } from '../shared/pay-element.ts';
import { PayLocalcodeElement } from '../pay-localcode/pay-localcode.ts';
import { PayWalletElement } from '../pay-wallet/pay-wallet.ts';
import { register } from '../register.ts';

/** The element name of each method. */
export const TAGS = { crypto: 'pay-crypto', wallet: 'pay-wallet', localcode: 'pay-localcode' } as const;

/** Registers the elements that show a payment, unless they are already registered. */
export function registerTags(): void {
  register(TAGS.crypto, PayCryptoElement);
  register(TAGS.wallet, PayWalletElement);
  register(TAGS.localcode, PayLocalcodeElement);
}

/** The `<pay-checkout>` element. Its class is not imported here, because it loads this module. */
export type CheckoutHost = PayElement & { readonly qr?: string };

/** The values that `<pay-checkout>` passes to the element of a payment. */
export interface Around {
  readonly host: CheckoutHost;
  /** BCP 47 language tag. */
  readonly locale: string;
  /** The names of the slots that the page fills. */
  readonly slots: readonly string[];
  readonly updated: (event: PayStatusEvent) => void;
  readonly failed: (event: PayProblemEvent) => void;
}

/** All parts of the three elements. A page can style them in the same way as without `<pay-checkout>`. */
const PARTS =
  'card, header, amount, method, field, coin-amount, rate, coin-address, address, copy-button, network, qr-tile, qr, ' +
  'qr-enlarge, qr-dialog, qr-switch, ' +
  'wallet-link, wallet-fallback, wallets, wallet-button, page-link, contact-link, home-link, sent, sent-button, sent-back, missing, outcome, details-changed, show-details, status, timer, try-now, ' +
  'footer, menu-button, menu, print-button, help-button, help, hint, note';

/** The element that shows a payment. Its events are composed and bubble to the page. */
export function paymentTag(payment: PublicPayment, { host, locale, slots, updated, failed }: Around): TemplateResult {
  const { qr = '', layout, contact, home, payNotify, pageUrl } = host;
  const inside = slots.map((name) => html`<slot name=${name} slot=${name}></slot>`);
  if ('tid' in payment)
    return html`<pay-crypto
      exportparts=${PARTS}
      lang=${locale}
      .payment=${payment}
      .qr=${qr}
      .layout=${layout}
      .contact=${contact}
      .home=${home}
      .payNotify=${payNotify}
      .pageUrl=${pageUrl}
      @pay-status=${updated}
      @pay-problem=${failed}
      >${inside}</pay-crypto
    >`;
  if ('pid' in payment)
    return html`<pay-wallet
      exportparts=${PARTS}
      lang=${locale}
      .payment=${payment}
      .layout=${layout}
      .contact=${contact}
      .home=${home}
      .payNotify=${payNotify}
      .pageUrl=${pageUrl}
      @pay-status=${updated}
      @pay-problem=${failed}
      >${inside}</pay-wallet
    >`;
  return html`<pay-localcode
    exportparts=${PARTS}
    lang=${locale}
    .payment=${payment}
    .qr=${qr}
    .layout=${layout}
    .contact=${contact}
    .home=${home}
    .payNotify=${payNotify}
    .pageUrl=${pageUrl}
    @pay-status=${updated}
    @pay-problem=${failed}
    >${inside}</pay-localcode
  >`;
}
