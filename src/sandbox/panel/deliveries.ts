import { html } from '../pages/html.ts';
import type { Html } from '../pages/html.ts';
import type { Attempt, Delivery } from '../webhooks/webhooks.ts';

const tones: Readonly<Record<Delivery['state'], string>> = {
  waiting: 'wait',
  delivered: 'ok',
  'given up': 'warn',
  'not sent': 'over',
};

const clock = (ms: number) => new Date(ms).toISOString().slice(11, 19);

/** One webhook in the panel's log. Its request and responses are in a `details` element. */
export function deliveryRow(delivery: Delivery): Html {
  const { number, payment, method, url, body, word, why, at, state, attempts } = delivery;
  return html`<li data-key="${number}">
    <details>
      <summary>
        <span class="state ${tones[state]}">${state}</span>
        <b>${word}</b>
        <code>${payment.slice(0, 8)}…</code>
        <span class="muted"
          >${[why === 'change' ? '' : why, clock(at), outcome(delivery)].filter(Boolean).join(', ')}</span
        >
      </summary>
      <dl class="facts">
        <div>
          <dt>Payment</dt>
          <dd><code>${payment}</code></dd>
        </div>
        <div>
          <dt>To</dt>
          <dd><code>${method} ${url}</code></dd>
        </div>
        <div>
          <dt>Body</dt>
          <dd><code>${body}</code></dd>
        </div>
        ${attempts.map(answer)}
      </dl>
      ${
        state !== 'not sent' &&
        html`<form method="post" action="/panel/deliveries/${number}/repeat"><button>Send again</button></form>`
      }
    </details>
  </li>`;
}

/** The number of attempts, and the result of the last one. */
function outcome({ state, attempts }: Delivery): string {
  const last = attempts.at(-1);
  if (state === 'not sent') return last?.text ?? '';
  if (!last) return 'on its way';
  return `${attempts.length} ${attempts.length === 1 ? 'try' : 'tries'}, ${last.status ?? 'no answer'}`;
}

function answer({ at, status, text }: Attempt): Html {
  return html`<div>
    <dt>${clock(at)}</dt>
    <dd><code>${status ?? 'no answer'} ${text}</code></dd>
  </div>`;
}
