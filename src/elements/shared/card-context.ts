import type { CSSResult, TemplateResult } from 'lit';
import type { Method } from '../../core/payment.ts';
import type { MessageKey, Messages } from '../../i18n/messages.ts';
import type { PayableOf, PayableView } from '../../view/payable-view.ts';
import type { PaymentView } from '../../view/payment-view.ts';
import type { CopiedThing, ViewState } from '../../view/state.ts';
import type { OpenedThing } from '../events.ts';

/** The data for links to the shop. */
export interface ShopLinks {
  readonly messages: Messages;
  /** The element, with its attributes `contact` and `home`. */
  readonly host: HTMLElement;
}

/** The data and the functions that the templates of a card use. */
export interface CardContext extends ShopLinks {
  readonly view: PaymentView;
  readonly state: ViewState;
  /** Changes the state of the card and renders it. */
  update(change: Partial<ViewState>): void;
  /** Copies a text of the view. `shown` is the node that shows the same text. */
  copy(what: CopiedThing, text: string, button: HTMLElement, shown: Element | null): void;
  /** Called when the payer has copied or opened payment details. It locks them against replacement. */
  taken(): void;
  /** Called when other code has changed this field of the card. */
  tampered(field: string): void;
  /** Renders the button that enlarges the QR code. */
  enlarge(): unknown;
  /** Called when the payer has followed a link. */
  opened(what: OpenedThing, url: string): void;
}

/** The parts of a card that depend on the method. */
export interface CardDefinition {
  readonly method: Method;
  readonly payable: PayableOf;
  readonly help: MessageKey;
  readonly styles: readonly CSSResult[];
  /** Renders the payment details. */
  readonly body: (view: PayableView, card: CardContext) => TemplateResult | undefined;
  /** Renders the label in the corner of the card. Default: the name of the method. */
  readonly chip?: (view: PayableView) => TemplateResult | undefined;
}
