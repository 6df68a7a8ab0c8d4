import { html, type TemplateResult } from 'lit';
import type { StatusView } from '../../view/status.ts';

/**
 * The status line. It is always in the DOM, so that every change is announced.
 *
 * @param isLive - False when the element around this one announces the status.
 */
export const statusLine = (status: StatusView, action: unknown, isLive: boolean): TemplateResult => {
  const { title, text, tone, visuallyHidden, hiddenText, announcement, timer, timerTone } = status;
  // The live region around this element has the text already.
  if (visuallyHidden && !isLive) return html`<div class="status vh" part="status"></div>`;
  const lines = html`<span class="vh">${hiddenText}</span><b>${title}</b><small>${text}</small
    ><span class="vh">${announcement}</span>`;
  return html`<div class="status ${tone} ${visuallyHidden ? 'vh' : ''}" part="status">
    <span class="dot"></span>
    <div>
      ${isLive ? html`<div role="status" aria-atomic="false">${lines}</div>` : html`<div>${lines}</div>`}
      ${timer && html`<div class="timer ${timerTone ?? ''}" part="timer" role="timer">${timer}</div>`}
    </div>
    ${action}
  </div>`;
};
