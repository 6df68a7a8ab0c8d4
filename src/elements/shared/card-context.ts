import type { CSSResult, TemplateResult } from 'lit';
import type { Method } from '../../core/payment.ts';
import type { MessageKey, Messages } from '../../i18n/messages.ts';
import type { PayableOf, PayableView } from '../../view/payable-view.ts';
import type { PaymentView } from '../../view/payment-view.ts';
import type { CopiedThing, ViewState } from '../../view/state.ts';
import type { OpenedThing } from '../events.ts';

/** What the links of the shop are made of. */
export interface ShopLinks {
  readonly messages: Messages;
  /** The tag, with its attributes `contact` and `home`. */
  readonly host: HTMLElement;
}

/** What the templates of a card have beside its view. */
export interface CardContext extends ShopLinks {
  readonly view: PaymentView;
  readonly state: ViewState;
  /** Changes what the payer chose, and renders. */
  update(change: Partial<ViewState>): void;
  /** Copies a text of the view. `shown` is the node that shows the same text. */
  copy(what: CopiedThing, text: string, button: HTMLElement, shown: Element | null): void;
  /** The payer holds something to pay with, beside what is shown. */
  taken(): void;
  /** Somebody else has changed what stands on the page. */
  tampered(field: string): void;
  /** What enlarges the QR code. */
  enlarge(): unknown;
  /** The payer followed a link. */
  opened(what: OpenedThing, url: string): void;
}

/** What makes a card of a method. */
export interface CardDefinition {
  readonly method: Method;
  readonly payable: PayableOf;
  readonly help: MessageKey;
  readonly styles: readonly CSSResult[];
  /** What the payer has to do. */
  readonly body: (view: PayableView, card: CardContext) => TemplateResult | undefined;
  /** What stands for the method in the corner; its name by default. */
  readonly chip?: (view: PayableView) => TemplateResult | undefined;
}
