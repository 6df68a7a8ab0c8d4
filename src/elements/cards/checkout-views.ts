import { html, nothing, type TemplateResult } from 'lit';
import type { Choice, ShownOrder } from '../../core/order-answer.ts';
import type { Method } from '../../core/payment.ts';
import { fiatText } from '../../words/fiat.ts';
import { fill, type Words } from '../../words/words.ts';
import { badge } from '../parts/badge.ts';
import { icon, type Icon } from '../parts/icons.ts';
import { press } from '../parts/press.ts';

const ICONS: Readonly<Record<Method, Icon>> = { crypto: 'net', wallet: 'wallet', localcode: 'phone' };

/** What the views of choosing need. */
export interface Choosing {
  readonly words: Words;
  readonly begun: (choice: Choice) => boolean;
}

type Way = ShownOrder['ways'][number];

/** A large button: each acts at once, so these are buttons and no radio group, where arrow keys would already choose. */
function choiceButton(
  sign: TemplateResult,
  name: unknown,
  text: string | undefined,
  begun: boolean,
  pressed: (event: MouseEvent) => void,
  { begun: started }: Words,
) {
  return html`<li>
    <button type="button" class="choice" part="choice" @click=${pressed}>
      ${sign}<b>${name}</b> ${text ? html`<small>${text}</small>` : nothing}
      ${begun ? html`<span class="begun">${started}</span>` : html`<span class="next">${icon('next')}</span>`}
    </button>
  </li>`;
}

/** What is to be paid. */
export const orderHead = ({ amount, currency }: ShownOrder, lang: string): TemplateResult =>
  html`<header part="header">
    <div class="sum">
      <span class="fiat" part="amount">${fiatText(amount, currency, lang)}</span><slot name="header"></slot>
    </div>
  </header>`;

/** The ways to pay an order. */
export function methodList(
  ways: readonly Way[],
  { words, begun }: Choosing,
  choose: (way: Way) => void,
): TemplateResult {
  const hint = { wallet: words.helpWallet, localcode: words.helpLocalcode };
  return html`<ul class="choices" part="choices">
    ${ways.map((way) => {
      const { method, choices } = way;
      const text = method === 'crypto' ? choices.map(({ coin }) => coin?.ticker).join(', ') : hint[method];
      const pressed = press(() => choose(way));
      return choiceButton(icon(ICONS[method]), words[method], text, choices.some(begun), pressed, words);
    })}
  </ul>`;
}

/** The coins to pay with, each with its network in a wallet's words. */
export function coinList(
  choices: readonly Choice[],
  { words, begun }: Choosing,
  choose: (choice: Choice) => void,
): TemplateResult {
  return html`<ul class="choices coins" part="choices">
    ${choices.map((choice) => {
      const { name, ticker, network } = choice.coin!;
      const title = html`${name} <span class="unit">${ticker}</span>`;
      const text = fill(words.onNetwork, { network });
      return choiceButton(
        badge(name, ticker),
        title,
        text,
        begun(choice),
        press(() => choose(choice)),
        words,
      );
    })}
  </ul>`;
}
