import { html, nothing, type TemplateResult } from 'lit';
import type { CardContext } from '../card-context.ts';
import { COPY, icon, TICK } from '../icons.ts';

const LABEL = {
  amount: 'copyAmount',
  address: 'copyAddress',
  note: 'copyNote',
  number: 'copyNumber',
  all: 'copyAll',
} as const;

/**
 * The button that copies a text of the view. The element in front of it shows the same text.
 *
 * @param wide - With its label in sight, where copying is the main thing to do.
 */
export function copyButton(what: keyof typeof LABEL, text: string, card: CardContext, wide = false): TemplateResult {
  const { state, messages } = card;
  const done = state.copied?.what === what && !state.copied.byHand;
  const label = done ? messages.copied : messages[LABEL[what]];
  const onClick = ({ currentTarget }: Event) => {
    const button = currentTarget as HTMLElement;
    const shown = button.previousElementSibling;
    card.copy(what, text, button, shown?.querySelector('[data-copied]') ?? shown);
  };
  return html`<button
    type="button"
    class=${wide ? 'main soft' : 'ghost'}
    part="copy-button"
    aria-label=${label}
    @click=${onClick}
  >
    ${icon(done ? TICK : COPY)}${wide ? html`<span>${label}</span>` : nothing}
  </button>`;
}
