import { html, nothing, type TemplateResult } from 'lit';
import { choiceOf, type Choice, type OrderMethod, type ShownOrder } from '../../core/orders/order-answer.ts';
import { idOf, type PublicPayment } from '../../core/payments/payment.ts';
import type { Phase } from '../../core/payments/phases.ts';
import { fiatText } from '../../i18n/format-money.ts';
import { formatMessage } from '../../i18n/format-message.ts';
import type { Messages } from '../../i18n/messages.ts';
import { METHOD_ICONS, NEXT_ICON } from '../../view/method-icons.ts';
import { methodHint, networkHint } from '../../view/order-choices.ts';
import { badge } from '../card/badge.ts';
import { icon } from '../card/icons.ts';
import { button, ignoreDoubleClick } from '../card/button.ts';
import { priceText } from '../card/field.ts';
import { networkText } from '../card/network-name.ts';
import { priceSkeleton } from '../card/placeholder.ts';
import type { ShopElement } from '../card/card.ts';
import { contactLink } from '../card/shop-links.ts';
import type { Note } from './checkout-messages.ts';

export interface Choosing {
  readonly messages: Messages;
  readonly begun: (choice: Choice) => boolean;
}

const METHOD_COUNT = 3;

/** A skeleton of the list of payment methods, with the height of the list in most languages. */
export const listSkeleton = html`<div class="ends">
    <div class="sum">${priceSkeleton}<slot name="header"></slot></div>
  </div>
  <div class="skeleton-list" aria-hidden="true">
    <i class="skeleton"></i>${Array.from({ length: METHOD_COUNT }, () => html`<i class="skeleton"></i>`)}
  </div>
  <slot name="footer"></slot>`;

/** A large button that acts at once. In a radio group, the arrow keys would already choose. */
function choiceButton(
  sign: TemplateResult,
  name: unknown,
  text: string | undefined,
  begun: boolean,
  pressed: (event: MouseEvent) => void,
  { begun: started }: Messages,
) {
  return html`<li>
    <button type="button" class="choice" part="choice" @click=${pressed}>
      ${sign}<b class=${text || begun ? '' : 'alone'}>${name}</b>
      ${text ? html`<small>${networkText(text)}</small>` : nothing}
      ${begun ? html`<span class="begun">${started}</span>` : html`<span class="next">${icon(NEXT_ICON)}</span>`}
    </button>
  </li>`;
}

export const orderHead = ({ amount, currency }: ShownOrder, locale: string): TemplateResult =>
  html`<header part="header">
    <div class="sum">${priceText(fiatText(amount, currency, locale))}<slot name="header"></slot></div>
  </header>`;

export function methodList(
  methods: readonly OrderMethod[],
  { messages, begun }: Choosing,
  choose: (offered: OrderMethod) => void,
): TemplateResult {
  return html`<ul class="choices" part="choices">
    ${methods.map((offered) => {
      const { method, choices } = offered;
      const text = methodHint(method, choices, messages);
      const pressed = ignoreDoubleClick(() => choose(offered));
      return choiceButton(icon(METHOD_ICONS[method]), messages[method], text, choices.some(begun), pressed, messages);
    })}
  </ul>`;
}

/** The list of coins, each with the name of its network as wallets show it. */
export function coinList(
  choices: readonly Choice[],
  { messages, begun }: Choosing,
  choose: (choice: Choice) => void,
): TemplateResult {
  return html`<ul class="choices coins" part="choices">
    ${choices.map((choice) => {
      const { name, ticker } = choice.coin!;
      const title = html`${name} <span class="unit">${ticker}</span>`;
      const text = networkHint(choice, messages);
      return choiceButton(
        badge(name, ticker),
        title,
        text,
        begun(choice),
        ignoreDoubleClick(() => choose(choice)),
        messages,
      );
    })}
  </ul>`;
}

function numberText(id: string, { labelAndValue, paymentNumber }: Messages) {
  const [before, after] = formatMessage(labelAndValue, { label: paymentNumber }).split('{value}');
  return html`<p class="muted">${before}<bdi>${id}</bdi>${after}</p>`;
}

/** Notes about the order: the payer may have to contact the shop with the number of a payment. */
export const notesView = (notes: readonly Note[], links: ShopElement): unknown =>
  notes.map(({ text, id, quiet }) => {
    return html`<div class="banner ${quiet ? 'quiet' : ''}" part="order-note">
      <p>${text} ${quiet ? nothing : contactLink(links)}</p>
      ${id === undefined ? nothing : numberText(id, links.messages)}
    </div>`;
  });

/** A question with two answers in place of a payment. */
interface Question {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** The label of the button that returns to the payment. */
  readonly stay: string;
  /** The label of the button that leads to the other payment methods. */
  readonly leave: string;
  readonly asksToContact: boolean;
}

/** The question before the payer leaves this payment; `undefined` when nothing speaks against it. */
export function leaveQuestion(
  payment: PublicPayment,
  phase: Phase | undefined,
  hasReceivedMoney: boolean,
  messages: Messages,
) {
  const { coin } = choiceOf(payment);
  const title = coin ? formatMessage(messages.sentAlready, { coin: coin.name }) : messages.paidAlready;
  const id = idOf(payment);
  const toContact = {
    id,
    text: messages.payAgainText,
    stay: messages.back,
    leave: messages.chooseOther,
    asksToContact: true,
  };
  const questions: Partial<Record<Phase, Question>> = {
    awaiting: {
      id,
      title,
      text: messages.sentAlreadyText,
      stay: messages.keepWaiting,
      leave: messages.notSent,
      asksToContact: false,
    },
    late: { title: messages.late, ...toContact },
    ...(hasReceivedMoney && { expired: { title: messages.expired, ...toContact } }),
  };
  return phase && questions[phase];
}

/** Asks the question before another payment is created. The payment is not shown meanwhile. */
export function leaveView(
  { id, title, text, stay, leave, asksToContact }: Question,
  links: ShopElement,
  onStay: () => void,
  onLeave: () => void,
): TemplateResult {
  const onKeydown = ({ key }: KeyboardEvent) => key === 'Escape' && onStay();
  return html`<div class="card step leave" part="card leave" role="group" aria-label=${title} @keydown=${onKeydown}>
    <h2>${title}</h2>
    <p class="muted">${text} ${asksToContact ? contactLink(links) : nothing}</p>
    ${asksToContact ? numberText(id, links.messages) : nothing}
    <div class="buttons">
      ${button('main', 'wait-button', stay, onStay)} ${button('plain', 'change-button', leave, onLeave)}
    </div>
  </div>`;
}

/**
 * How to pay after a payment that has ended: the same way again, or another way. It is placed in the card of the payment.
 *
 * @param paySame - Undefined when the order can no longer be paid in the same way.
 * @param leave - Undefined when there is no other way.
 */
export function retryView(
  payment: PublicPayment,
  messages: Messages,
  paySame: (() => void) | undefined,
  leave: (() => void) | undefined,
): TemplateResult {
  const { method, coin } = choiceOf(payment);
  const label = formatMessage(messages.tryAgainWith, { method: coin?.name ?? messages[method] });
  return html`<div class="retry" slot="retry">
    ${paySame && button('main', 'retry-button', label, paySame)}
    ${leave && button('plain', 'change-button', messages.chooseOther, leave)}
  </div>`;
}
