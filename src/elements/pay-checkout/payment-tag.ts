import { html, type TemplateResult } from 'lit';
import type { PublicPayment } from '../../core/payment.ts';
import type { PayProblemEvent, PayStatusEvent } from '../events.ts';
import { PayCryptoElement } from '../pay-crypto/pay-crypto.ts';
import type { PayElement } from '../shared/pay-element.ts';
import { PayLocalcodeElement } from '../pay-localcode/pay-localcode.ts';
import { PayWalletElement } from '../pay-wallet/pay-wallet.ts';
import { register } from '../register.ts';

/** The tag of each method. */
export const TAGS = { crypto: 'pay-crypto', wallet: 'pay-wallet', localcode: 'pay-localcode' } as const;

/** The tags that show a payment, each unless somebody registered it. */
export function registerTags(): void {
  register(TAGS.crypto, PayCryptoElement);
  register(TAGS.wallet, PayWalletElement);
  register(TAGS.localcode, PayLocalcodeElement);
}

/** `<pay-checkout>` itself, whose class loads this. */
export type CheckoutHost = PayElement & { readonly qr?: string };

/** What the tag of a payment is given by the one around it. */
export interface Around {
  readonly host: CheckoutHost;
  /** A BCP 47 tag. */
  readonly locale: string;
  /** The slots that the page fills. */
  readonly slots: readonly string[];
  readonly updated: (event: PayStatusEvent) => void;
  readonly failed: (event: PayProblemEvent) => void;
}

/** Every part of the three tags: a page styles them as it would without the tag around them. */
const PARTS =
  'card, header, amount, method, field, coin-amount, rate, coin-address, address, copy-button, network, qr-tile, qr, ' +
  'qr-enlarge, qr-dialog, qr-switch, ' +
  'wallet-link, wallet-fallback, wallets, wallet-button, page-link, contact-link, home-link, sent, sent-button, sent-back, missing, outcome, details-changed, show-details, status, timer, try-now, ' +
  'footer, menu-button, menu, print-button, help-button, help, hint, note';

/** The tag that shows a payment. Its events go on to the page by themselves. */
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
