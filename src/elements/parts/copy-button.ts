import { html, type TemplateResult } from 'lit';
import type { CopyController } from '../controllers/copy-controller.ts';
import type { CopiedThing } from '../events.ts';
import type { Words } from '../../words/words.ts';
import { icon } from './icons.ts';

const LABEL = { amount: 'copyAmount', address: 'copyAddress', note: 'copyNote', all: 'copyAll' } as const;

/**
 * The button that copies a value of the model. The element in front of it is where the same text stands.
 *
 * @param wide - With its words, where copying is the main thing to do.
 */
export function copyButton(
  what: CopiedThing,
  text: string,
  copy: CopyController,
  words: Words,
  wide = false,
): TemplateResult {
  const done = copy.done === what;
  const onClick = ({ currentTarget }: Event) => {
    const button = currentTarget as HTMLElement;
    const shown = button.previousElementSibling;
    void copy.copy(what, text, button, shown?.querySelector('[data-copied]') ?? shown);
  };
  const label = done ? words.copied : words[LABEL[what]];
  return html`<button
    type="button"
    class=${wide ? 'main soft' : 'ghost'}
    part="copy-button"
    aria-label=${label}
    @click=${onClick}
  >
    ${icon(done ? 'tick' : 'copy')}${wide ? html`<span>${label}</span>` : ''}
  </button>`;
}
