import { html, type TemplateResult } from 'lit';
import type { StatusView } from '../../../view/status.ts';

/** The live region. It is always in the DOM, so that every change is announced. */
export const statusLine = (status: StatusView, action: unknown): TemplateResult => {
  const { title, text, tone, visuallyHidden, hiddenText, announcement, timer, timerTone } = status;
  const aloud = html`<span class="vh">${announcement}</span>`;
  return html`<div class="status ${tone} ${visuallyHidden ? 'vh' : ''}" part="status">
    <span class="dot"></span>
    <div>
      <div role="status" aria-atomic="false">
        <span class="vh">${hiddenText}</span><b>${title}</b><small>${text}</small>${aloud}
      </div>
      ${timer && html`<div class="timer ${timerTone ?? ''}" part="timer" role="timer">${timer}</div>`}
    </div>
    ${action}
  </div>`;
};
