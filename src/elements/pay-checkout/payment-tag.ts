import { html, noChange, type TemplateResult } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';
import { methodOf, type PublicPayment } from '../../core/payments/payment.ts';
import type { PaymentModel } from '../../model/payment-model.ts';
import type { PayElement } from '../base/pay-element.ts';
import type { PaymentElement } from '../base/payment-element.ts';

export const TAGS = { crypto: 'pay-crypto', wallet: 'pay-wallet', localcode: 'pay-localcode' } as const;

interface TagContext {
  readonly host: PayElement & { readonly qr: string };
  readonly model: PaymentModel;
  /** BCP 47 language tag. */
  readonly locale: string;
  /** The names of the slots that the page fills. */
  readonly slots: readonly string[];
  /** The element stays on the page and follows the payment, but is not shown. */
  readonly hidden: boolean;
  /** Further content for the slots of the element. */
  readonly content: unknown;
  readonly announce: PaymentElement['announce'];
}

/** All parts of the three elements. A page can style them in the same way as without `<pay-checkout>`. */
const PARTS =
  'card, header, amount, method, field, coin-amount, rate, coin-address, address, copy-button, network, qr-tile, qr, ' +
  'qr-enlarge, qr-dialog, qr-switch, ' +
  'wallet-link, wallet-fallback, wallets, wallet-button, page-link, transaction-link, contact-link, home-link, ' +
  'sent, sent-button, sent-back, missing, outcome, details-changed, show-details, status, timer, try-now, ' +
  'footer, menu-button, menu, print-button, help-button, help, hint, note';

/** Sets properties of an element: `html`<pay-crypto ${properties({ qr })}>``. */
const properties = directive(
  class extends Directive {
    override render(_values: object): unknown {
      return noChange;
    }

    override update({ element }: ElementPart, [values]: [object]): unknown {
      Object.assign(element, values);
      return noChange;
    }
  },
);

/** The element that shows a payment. Its events are composed and bubble to the page. */
export function paymentTag(
  payment: PublicPayment,
  { host, model, locale, slots, hidden, content, announce }: TagContext,
): TemplateResult {
  const { qr, layout, contact, home, payNotify, pageUrl } = host;
  const given = properties({ model, announce, qr, layout, contact, home, payNotify, pageUrl });
  const inside = [slots.map((name) => html`<slot name=${name} slot=${name}></slot>`), content];
  switch (methodOf(payment)) {
    case 'crypto':
      return html`<pay-crypto exportparts=${PARTS} lang=${locale} ?hidden=${hidden} ${given}>${inside}</pay-crypto>`;
    case 'wallet':
      return html`<pay-wallet exportparts=${PARTS} lang=${locale} ?hidden=${hidden} ${given}>${inside}</pay-wallet>`;
    case 'localcode':
      return html`<pay-localcode exportparts=${PARTS} lang=${locale} ?hidden=${hidden} ${given}
        >${inside}</pay-localcode
      >`;
  }
}
