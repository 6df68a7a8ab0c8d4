import { html, nothing, type TemplateResult } from 'lit';
import type { Choice, ShownOrder } from '../../core/order-answer.ts';
import type { Method } from '../../core/payment.ts';
import { fiatText } from '../../i18n/format-money.ts';
import { formatMessage, type Messages } from '../../i18n/messages.ts';
import { badge } from '../shared/badge.ts';
import { icon, PHONE } from '../shared/icons.ts';
import { ignoreDoubleClick } from '../shared/ignore-double-click.ts';
import { priceText } from '../shared/templates/field.ts';
import type { ShopLinks } from '../shared/card-context.ts';
import { contactLink } from '../shared/templates/shop-links.ts';
import type { Note } from './checkout-messages.ts';

const NETWORK = 'M10 3l6 3.5v7L10 17l-6-3.5v-7zM4 6.5l6 3.5 6-3.5M10 10v7';
const WALLET =
  'M4 6.5h11a1.5 1.5 0 0 1 1.5 1.5v6.5A1.5 1.5 0 0 1 15 16H5.5A1.5 1.5 0 0 1 4 14.5zM4 6.5l9-2.5v2.5M13 11.2h.1';
const ICONS: Readonly<Record<Method, string>> = { crypto: NETWORK, wallet: WALLET, localcode: PHONE };

const NEXT = 'M8 5l5 5-5 5';

/** Parameters of the lists of methods and coins. */
export interface Choosing {
  readonly messages: Messages;
  readonly begun: (choice: Choice) => boolean;
}

type Way = ShownOrder['ways'][number];

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
      ${sign}<b>${name}</b> ${text ? html`<small>${text}</small>` : nothing}
      ${begun ? html`<span class="begun">${started}</span>` : html`<span class="next">${icon(NEXT)}</span>`}
    </button>
  </li>`;
}

/** The header with the price of the order. */
export const orderHead = ({ amount, currency }: ShownOrder, locale: string): TemplateResult =>
  html`<header part="header">
    <div class="sum">${priceText(fiatText(amount, currency, locale))}<slot name="header"></slot></div>
  </header>`;

/** The number of coins that the list of methods names. */
const NAMED = 3;

/** The names of the first coins, and the number of the others. */
function coinNames(choices: readonly Choice[]): string {
  const names = choices.slice(0, NAMED).map(({ coin }) => coin!.name);
  const more = choices.length - names.length;
  return names.join(', ') + (more ? ` + ${more}` : '');
}

/** The list of methods. */
export function methodList(
  ways: readonly Way[],
  { messages, begun }: Choosing,
  choose: (way: Way) => void,
): TemplateResult {
  const hint = { wallet: messages.wayWallet, localcode: messages.wayLocalcode };
  return html`<ul class="choices" part="choices">
    ${ways.map((way) => {
      const { method, choices } = way;
      const text = method === 'crypto' ? coinNames(choices) : hint[method];
      const pressed = ignoreDoubleClick(() => choose(way));
      return choiceButton(icon(ICONS[method]), messages[method], text, choices.some(begun), pressed, messages);
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
      const { name, ticker, network } = choice.coin!;
      const title = html`${name} <span class="unit">${ticker}</span>`;
      const text = network === name ? undefined : formatMessage(messages.onNetwork, { network });
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

/** Notes about the order: the payer may have to contact the shop with the number of a payment. */
export const notesView = (notes: readonly Note[], links: ShopLinks): unknown =>
  notes.map(({ text, id, quiet }) => {
    const number = html`<p class="muted">${links.messages.paymentNumber}: <bdi>${id}</bdi></p>`;
    return html`<div class="banner ${quiet ? 'quiet' : ''}" part="order-note">
      <p>${text} ${quiet ? nothing : contactLink(links)}</p>
      ${id === undefined ? nothing : number}
    </div>`;
  });

/** Asks the payer whether this payment was sent, before another one is created. */
export function leaveView(messages: Messages, wait: () => void, leave: () => void): TemplateResult {
  const onKeydown = ({ key }: KeyboardEvent) => key === 'Escape' && wait();
  return html`<div
    class="leave banner quiet"
    part="leave"
    role="group"
    aria-label=${messages.sentAlready}
    @keydown=${onKeydown}
  >
    <h3>${messages.sentAlready}</h3>
    <p>${messages.sentAlreadyText}</p>
    <div class="buttons">
      <button type="button" class="main" part="wait-button" @click=${ignoreDoubleClick(wait)}>
        ${messages.keepWaiting}
      </button>
      <button type="button" class="plain" part="change-button" @click=${ignoreDoubleClick(leave)}>
        ${messages.change}
      </button>
    </div>
  </div>`;
}
