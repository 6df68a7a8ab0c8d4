import { html, nothing, type TemplateResult } from 'lit';
import type { Sign, Tone } from '../../core/payments/phases.ts';
import { icon, SIGNS } from './icons.ts';

interface Outcome {
  readonly tone: Tone;
  readonly sign: Sign;
  readonly title: string;
  readonly text: string;
}

/**
 * One message in the center of the card: an outcome, a wait or a problem.
 *
 * @param mark - Replaces the icon.
 */
export const outcomeBlock = (
  { tone, sign, title, text }: Outcome,
  rest: unknown = nothing,
  amounts: unknown = nothing,
  mark: unknown = html`<span class="sign">${icon(SIGNS[sign])}</span>`,
): TemplateResult =>
  html`<div class="outcome ${tone}" part="outcome">
    ${mark}
    <h2>${title}</h2>
    ${amounts}
    <p>${text}</p>
    ${rest}
  </div>`;
