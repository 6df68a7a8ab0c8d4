import type { ReactiveControllerHost } from 'lit';
import type { Messages } from '../../i18n/messages.ts';
import type { PaymentModel } from '../../model/payment-model.ts';
import type { PaymentView } from '../../view/payment-view.ts';
import type { CopiedThing, UiState, ViewState } from '../../view/state.ts';
import type { OpenedThing } from '../events.ts';

/** An element with the shop's links and the messages of its language. */
export interface ShopElement extends HTMLElement {
  readonly contact: string;
  readonly home: string;
  readonly messages: Messages;
}

/** The element of a payment, as its templates and controllers use it. */
export interface Card extends ShopElement, ReactiveControllerHost {
  readonly renderRoot: HTMLElement | DocumentFragment;
  readonly pageUrl: string;
  readonly payNotify: string;
  readonly model: PaymentModel;
  readonly view: PaymentView;
  readonly viewState: ViewState;
  /** Changes what belongs to this element, and renders it. */
  setUi(change: Partial<UiState>): void;
  /** Copies a text of the view. `shown` is the node that shows the same text. */
  copy(what: CopiedThing, text: string, button: HTMLElement, shown: Element | null): void;
  /** Opens the dialog with the enlarged QR code. */
  enlarge(button: HTMLElement): Promise<void>;
  /** Called when the payer has followed a link. */
  linkOpened(what: OpenedThing, url: string): void;
}
