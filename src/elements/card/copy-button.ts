import { html, nothing, type TemplateResult } from 'lit';
import type { Card } from './card.ts';
import { COPY, icon, TICK } from './icons.ts';

const LABEL = {
  amount: 'copyAmount',
  address: 'copyAddress',
  note: 'copyNote',
  number: 'copyNumber',
  all: 'copyAll',
} as const;

/**
 * The button that copies a text of the view. The element before it shows the same text.
 *
 * @param wide - Shows the label beside the icon, for a step whose main action is to copy.
 */
export function copyButton(what: keyof typeof LABEL, text: string, card: Card, wide = false): TemplateResult {
  const { viewState, messages } = card;
  const done = viewState.copied?.what === what && !viewState.copied.byHand;
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
