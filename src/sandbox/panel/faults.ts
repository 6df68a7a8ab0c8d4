import type { SandboxControl } from '../actions/control.ts';
import { faultPaths } from '../faults/faults.ts';
import type { ApiFault, FaultKind } from '../faults/faults.ts';
import { html } from '../pages/html.ts';
import type { Html } from '../pages/html.ts';
import type { WebhookScript } from '../webhooks/webhook-script.ts';

const words: Readonly<Record<FaultKind, string>> = {
  latency: 'Answers late',
  'reset-before': 'Hangs up, nothing is done',
  'reset-after': 'Hangs up, all is done',
  truncated: 'Half of the JSON',
  status: 'An error status',
  stale: 'An earlier answer, from a cache',
};

/** The forms for faults: in the responses of the service, and in its webhooks. */
export function faultsForm(control: SandboxControl): Html {
  return html`<section aria-labelledby="trouble">
    <h2 id="trouble">What goes wrong</h2>
    <div class="cards">
      <article class="card" aria-label="Answers">
        <h3>Answers</h3>
        <div class="entries" data-list="faults">${faultList(control.faults())}</div>
        ${faultForm()}
      </article>
      <article class="card" aria-label="Webhooks of all payments">
        <h3>Webhooks of all payments</h3>
        <div class="entries" data-list="script">
          <p data-key="script" class="muted">${scriptText(control.script())}</p>
        </div>
        ${scriptForm('/panel/webhooks')}
        <p class="muted">
          The same for one payment is in its card, or in the
          <code>meta.sandbox</code> of its creation.
        </p>
      </article>
    </div>
  </section>`;
}

function faultList(faults: readonly ApiFault[]): Html {
  if (faults.length === 0) return html`<p data-key="none" class="muted">All answers come as they should.</p>`;
  return html`<ol data-key="faults">
      ${faults.map((fault) => html`<li>${faultText(fault)}</li>`)}
    </ol>
    <form data-key="clear" method="post" action="/panel/faults/clear">
      <button class="quiet">Let all go well again</button>
    </form>`;
}

function faultText({ fault, path, times, ms, status, retryAfter, processed }: ApiFault): string {
  return [
    words[fault],
    status !== undefined && String(status),
    ms !== undefined && `by ${ms} ms`,
    retryAfter !== undefined && `Retry-After ${retryAfter} s`,
    processed && 'done all the same',
    path ?? 'any call',
    times === 1 ? 'once' : `${times} times`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** The style sheet hides fields that do not apply to the chosen kind. */
function faultForm(): Html {
  return html`<form class="row" method="post" action="/panel/faults">
    <label>
      What
      <select name="fault">
        ${Object.entries(words).map(([kind, label]) => html`<option value="${kind}">${label}</option>`)}
      </select>
    </label>
    <label>
      Which call
      <select name="path">
        <option value="">Any</option>
        ${faultPaths.map((path) => html`<option>${path}</option>`)}
      </select>
    </label>
    ${field('times', 'How often', '1')}
    <span class="with-latency">${field('ms', 'Late by, in ms', '3000')}</span>
    <span class="with-status">
      <label>
        Status
        <select name="status">
          ${['500', '503', '429', '502', '504'].map((status) => html`<option>${status}</option>`)}
        </select>
      </label>
      ${field('retryAfter', 'Retry-After, in s', '')}
      <label class="check"><input type="checkbox" name="processed" value="true" /> Done all the same</label>
    </span>
    <button>Let it go wrong</button>
  </form>`;
}

/** The form of a script, for all webhooks or for those of one payment. */
export function scriptForm(action: string): Html {
  return html`<form class="row" method="post" action="${action}">
    ${field('delayMs', 'Late by, in ms', '')} ${field('drop', 'Lose so many: 2, or PAID', '', 'text')}
    ${field('duplicate', 'Copies of each', '')} ${field('reorder', 'Turn round in groups of', '')}
    ${field('slowMs', 'Second half late by, in ms', '')}
    ${field('retriesMs', 'New tries after ms: 500,900', '', 'text')}
    <button>Set the script</button>
    <button class="quiet" name="end" value="true">End the script</button>
  </form>`;
}

export function scriptText(script: WebhookScript): string {
  const { delayMs, drop, duplicate, reorder, slowMs, retriesMs } = script;
  const parts = [
    delayMs !== undefined && `late by ${delayMs} ms`,
    drop !== undefined && (typeof drop === 'number' ? `the next ${drop} are lost` : `lost: ${drop.join(', ')}`),
    duplicate !== undefined && `each with ${duplicate} ${duplicate === 1 ? 'copy' : 'copies'}`,
    reorder !== undefined && `turned round in groups of ${reorder}`,
    slowMs !== undefined && `second half late by ${slowMs} ms`,
    retriesMs && `tries after ${retriesMs.join(', ') || 'no'} ms`,
  ].filter(Boolean);
  return parts.length === 0 ? 'They come as they should.' : `Script: ${parts.join('; ')}.`;
}

function field(name: string, label: string, value: string, kind: 'number' | 'text' = 'number'): Html {
  const mode = kind === 'number' ? 'numeric' : 'text';
  return html`<label>
    ${label} <input name="${name}" value="${value}" inputmode="${mode}" maxlength="200" autocomplete="off" />
  </label>`;
}
