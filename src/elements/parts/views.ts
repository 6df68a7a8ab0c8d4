import { html, nothing, type TemplateResult } from 'lit';
import type { Phase } from '../../core/status.ts';
import { icon, type Icon } from './icons.ts';

export type Tone = 'ok' | 'wait' | 'warn' | 'bad' | 'calm';

/** How each phase looks when there is nothing to pay (any more); awaiting with nothing to pay means trouble. */
export const LOOKS: Readonly<Record<Phase, readonly [Tone, Icon]>> = {
  awaiting: ['warn', 'mark'],
  detected: ['wait', 'wait'],
  confirming: ['wait', 'wait'],
  underpaid: ['warn', 'mark'],
  unmatched: ['warn', 'mark'],
  paid: ['ok', 'tick'],
  overpaid: ['ok', 'tick'],
  expired: ['warn', 'wait'],
  late: ['warn', 'mark'],
  failed: ['bad', 'cross'],
  cancelled: ['calm', 'cross'],
  refunded: ['calm', 'back'],
  unknown: ['calm', 'mark'],
};

/** One thing said plainly in the middle of the card: an end, a wait, a problem. */
export const outcome = (
  [tone, sign]: readonly [Tone, Icon],
  [title, text]: readonly [string, string],
  rest: unknown = nothing,
  sum: unknown = nothing,
): TemplateResult =>
  html`<div class="outcome ${tone}" part="outcome">
    <span class="sign">${icon(sign)}</span>
    <h2>${title}</h2>
    ${sum}
    <p>${text}</p>
    ${rest}
  </div>`;

/** Names and values under an outcome; those without a value are left out. */
export const facts = (pairs: readonly (readonly [string, string | undefined | false])[]): TemplateResult =>
  html`<dl>
    ${pairs.map(([name, value]) =>
      value
        ? html`<div>
            <dt>${name}</dt>
            <dd><bdi>${value}</bdi></dd>
          </div>`
        : nothing,
    )}
  </dl>`;

/** A label over a value, with what copies it. */
export const field = (label: string, value: unknown, part: string): TemplateResult =>
  html`<div class="field" part="field ${part}">
    <div class="label">${label}</div>
    <div class="value">${value}</div>
  </div>`;

export interface Status {
  readonly title: string;
  readonly text?: string | undefined;
  readonly tone: Tone;
  /** Said aloud, not shown: the card says it already. */
  readonly unseen?: boolean;
  /** The result of a copy, for those who do not see the hint. */
  readonly aside: string | undefined;
  /** Ticks in sight, so it is not in the place that speaks. */
  readonly timer: string | undefined;
}

/** The one place that speaks. Always in the tree, so that every change of it is announced. */
export const statusLine = ({ title, text, tone, unseen, aside, timer }: Status, action: unknown): TemplateResult =>
  html`<div class="status ${tone} ${unseen ? 'vh' : ''}" part="status">
    <span class="dot"></span>
    <div>
      <div role="status" aria-atomic="false"><b>${title}</b><small>${text}</small><span class="vh">${aside}</span></div>
      ${timer && html`<div class="timer" part="timer" role="timer">${timer}</div>`}
    </div>
    ${action}
  </div>`;
