import type { PaymentView } from '../actions/control.ts';
import { decimal, decimalText, subtract } from '../decimal.ts';
import { html, sumText } from '../pages/html.ts';
import type { Html } from '../pages/html.ts';
import { scriptForm, scriptText } from './faults.ts';
import { OPEN, REFUNDABLE, STOPPABLE } from '../actions/action-guards.ts';
import type { State } from '../contract/status-words.ts';

/** The colour of a state: in progress, successful, needs attention, or ended. */
const tones: Readonly<Record<State, 'wait' | 'ok' | 'warn' | 'over'>> = {
  NEW: 'wait',
  PENDING: 'wait',
  CONFIRMING: 'wait',
  UNDERPAID: 'warn',
  OVERPAID: 'ok',
  PAID: 'ok',
  UNMATCHED: 'warn',
  EXPIRED: 'over',
  LATE: 'warn',
  FAILED: 'over',
  CANCELLED: 'over',
  REFUNDED: 'over',
};

/** One payment in the panel: its state, and the payer actions that are possible now. */
export function paymentCard(view: PaymentView): Html {
  return html`<article class="card" data-key="${view.id}" aria-label="Payment ${view.id}">
    <header>
      <p class="sum">${sumText(view.amount)} ${view.currency}</p>
      <p class="pill">${kindOf(view)}</p>
      <p class="state ${tones[view.state]}">${view.state}</p>
    </header>
    <dl class="facts">
      ${factsOf(view).map(
        ([term, value]) =>
          html`<div>
            <dt>${term}</dt>
            <dd><code>${value}</code></dd>
          </div>`,
      )}
      <div>
        <dt>Payment</dt>
        <dd>
          <a href="${view.hostedUrl}"><code>${view.id}</code></a>
        </dd>
      </div>
    </dl>
    ${view.script && html`<p class="muted">${scriptText(view.script)}</p>`}
    ${
      view.steps &&
      html`<p class="muted">
        ${view.steps.done} of ${view.steps.of} steps done${view.steps.fault && `; ${view.steps.fault}`}
      </p>`
    }
    ${payerActions(view)}
    <details>
      <summary>Send a webhook by hand</summary>
      <form class="row" method="post" action="/panel/payments/${view.id}/webhook">
        <label>Status word <input name="status" required maxlength="60" autocomplete="off" /></label>
        <button>Send</button>
      </form>
    </details>
    <details>
      <summary>Script its webhooks</summary>
      ${scriptForm(`/panel/payments/${view.id}/webhooks`)}
    </details>
  </article>`;
}

function kindOf(view: PaymentView): string {
  if (view.kind === 'wallet') return 'Online wallet';
  return view.kind === 'localcode' ? 'Mobile code' : (view.coin ?? '');
}

function factsOf(view: PaymentView): [string, string][] {
  if (view.kind === 'wallet') {
    const facts: [string, string][] = [['Note', view.note ?? '']];
    return view.playedNote === undefined ? facts : [...facts, ['Received note', view.playedNote]];
  }
  if (view.kind === 'localcode') return [['Right code', view.code ?? '']];
  const facts: [string, string][] = [
    ['Expected', `${view.expected} ${view.coin}`],
    ['Received', `${view.received} ${view.coin}${view.unconfirmable ? ', below the minimum' : ''}`],
    ['Minimum', `${view.minimum} ${view.coin}`],
  ];
  const counted: [string, string] = ['Confirmations', `${view.confirmations} of ${view.confirmationsRequired}`];
  return [...facts, ...(view.state === 'CONFIRMING' ? [counted] : []), ['Address', view.address ?? '']];
}

/** Sends what is missing on the chain. No webhook tells of it: only a shop that looks at the chain learns about it. */
const chainForm = ({ coin, address, expected = '0', received = '0' }: PaymentView): Html =>
  html`<form class="row" method="post" action="/panel/chain/send">
    <input type="hidden" name="coin" value="${coin}" />
    <input type="hidden" name="address" value="${address}" />
    <input type="hidden" name="amount" value="${decimalText(subtract(decimal(expected), decimal(received)))}" />
    <button class="quiet">Pay on the chain only</button>
  </form>`;

/** The payer actions that are possible in the present state. */
function payerActions(view: PaymentView): Html {
  const button = (action: string, label: string, className = '') =>
    html`<button class="${className}" formaction="/panel/payments/${view.id}/${action}">${label}</button>`;
  const open = OPEN.includes(view.state) && !view.unconfirmable;
  const stoppable = STOPPABLE.includes(view.state) && !view.unconfirmable;
  const late = view.state === 'EXPIRED' && view.kind !== 'localcode' && !view.unconfirmable;
  const refundable = REFUNDABLE.includes(view.state) && !view.unconfirmable;
  const crypto = view.kind === 'crypto';
  const entry = { crypto: undefined, wallet: ['note', 'Transfer with note'], localcode: ['code', 'Enter code'] }[
    view.kind
  ];
  const exact = { crypto: 'Pay exactly', wallet: 'Pay with the right note', localcode: 'Enter the right code' }[
    view.kind
  ];
  const [field = '', label = ''] = entry ?? [];
  return html`<form class="row" method="post">
      ${open && button('pay', view.state === 'UNDERPAID' ? 'Pay the rest' : exact, 'primary')}
      ${late && button('pay', 'Pay late', 'primary')}
      ${open && crypto && [button('under', 'Pay too little'), button('over', 'Pay too much')]}
      ${open && crypto && view.state === 'NEW' && button('below-minimum', 'Pay below the minimum')}
    </form>
    ${open && crypto && chainForm(view)}
    ${
      open &&
      entry &&
      html`<form class="row" method="post" action="/panel/payments/${view.id}/${field}">
        <label
          >${field === 'note' ? 'Note' : 'Code'} <input name="${field}" required maxlength="200" autocomplete="off"
        /></label>
        <button>${label}</button>
      </form>`
    }
    <form class="row" method="post">
      ${open && button('expire', 'Expire', 'quiet')}
      ${stoppable && [button('fail', 'Fail', 'quiet'), button('cancel', 'Cancel', 'quiet')]}
      ${refundable && button('refund', 'Refund', 'quiet')}
    </form>`;
}
