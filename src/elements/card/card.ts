import type { ReactiveControllerHost } from 'lit';
import type { Messages } from '../../i18n/messages.ts';
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
  readonly view: PaymentView;
  readonly viewState: ViewState;
  /** Changes what belongs to this element, and renders it. */
  setUi(change: Partial<UiState>): void;
  /** Copies a text of the view. `shown` is the node that shows the same text. */
  copy(what: CopiedThing, text: string, button: HTMLElement, shown: Element | null): void;
  /** Called when the payer has copied or opened payment details. It locks them against replacement. */
  lockDetails(): void;
  /** Called when other code has changed this field of the card. */
  reportTampering(field: string): void;
  /** Called when a module that the payer needs could not be loaded: the status line says so. */
  reportFailedModule(): void;
  /** Opens the dialog with the enlarged QR code. */
  enlarge(button: HTMLElement): void;
  /** Called when the payer has followed a link. */
  linkOpened(what: OpenedThing, url: string): void;
}
