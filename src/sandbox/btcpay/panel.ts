import { assetAnswer, pageAnswer, seeOther, type SandboxAnswer } from '../http.ts';
import { html, page, type Html } from '../pages/html.ts';
import { style } from '../pages/style.ts';
import { panelScript } from '../panel/webhook-script.ts';
import { textOf } from './decimals.ts';
import type { Accounting, Invoice, Invoices, Status } from './invoices.ts';

/** Something that the payer, the network or the owner of the store does with an invoice. */
interface Action {
  readonly isPossible: (invoice: Invoice, amounts: Accounting) => boolean;
  readonly run: (invoices: Invoices, invoice: Invoice) => void;
}

const ACTIONS: Readonly<Record<string, Action>> = {
  Pay: payAction(1n, 1n),
  'Pay half': payAction(1n, 2n),
  'Pay too much': payAction(3n, 2n),
  Confirm: { isPossible: hasWaiting, run: (invoices, { id }) => invoices.confirm(id) },
  'Replace the transaction (its payment disappears)': {
    isPossible: hasWaiting,
    run: (invoices, { id }) => invoices.replace(id),
  },
  'Do not confirm (becomes invalid)': {
    isPossible: ({ status }) => status === 'Processing',
    run: (invoices, { id }) => invoices.failToConfirm(id),
  },
  Expire: { isPossible: ({ status }) => status === 'New', run: (invoices, { id }) => invoices.expire(id) },
  'Mark settled': {
    isPossible: ({ status }) => status !== 'Settled',
    run: (invoices, { id }) => invoices.mark(id, 'Settled'),
  },
  'Mark invalid': {
    isPossible: ({ status }) => status !== 'Invalid',
    run: (invoices, { id }) => invoices.mark(id, 'Invalid'),
  },
  Refund: refundAction(1n),
  'Refund half': refundAction(2n),
};

/** Pays a part of what is due, or more than that. */
function payAction(times: bigint, of: bigint): Action {
  return {
    isPossible: ({ status }, { due }) => due > 0n && (status === 'New' || status === 'Expired'),
    run(invoices, invoice) {
      const { due } = invoices.accounting(invoice);
      if (due > 0n) invoices.pay(invoice.id, textOf((due * times) / of));
    },
  };
}

/** Refunds what has arrived, or a part of it. */
function refundAction(of: bigint): Action {
  return {
    isPossible: ({ status, refunds }, { paid }) => status === 'Settled' && paid / of > 0n && !refunds,
    run(invoices, invoice) {
      invoices.refund(invoice.id, textOf(invoices.accounting(invoice).paid / of), coinOf(invoice));
    },
  };
}

/** Whether a transaction of the invoice is in no block yet. */
function hasWaiting({ payments }: Invoice): boolean {
  return payments.some(({ status }) => status === 'Processing');
}

const coinOf = ({ paymentMethodId }: Invoice): string => paymentMethodId.replace(/-CHAIN$/, '');

/** The colours of the states, as in the panel of the other sandbox. */
const TONES: Readonly<Record<Status, string>> = {
  New: 'wait',
  Processing: 'wait',
  Expired: 'over',
  Invalid: 'over',
  Settled: 'ok',
};

/** Answers the page of the invoices. */
export function answerPanel(
  invoices: Invoices,
  { method, path, text }: { readonly method: string; readonly path: string; readonly text: string },
): SandboxAnswer {
  if (path === '/sandbox.css') return assetAnswer('text/css', style);
  if (path === '/panel.js') return assetAnswer('text/javascript', panelScript);
  if (path !== '/') return pageAnswer(404, '<!doctype html><title>Not found</title><p>There is no such page.</p>');
  if (method === 'GET') return pageAnswer(200, panelPage(invoices));
  const form = new URLSearchParams(text);
  const invoice = invoices.all.get(form.get('invoice') ?? '');
  const name = form.get('do') ?? '';
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!invoice || !action)
    return pageAnswer(404, '<!doctype html><title>Not found</title><p>There is no such invoice or action.</p>');
  // The page may be older than the invoice.
  if (action.isPossible(invoice, invoices.accounting(invoice))) action.run(invoices, invoice);
  return seeOther('/');
}

function panelPage(invoices: Invoices): string {
  const newestFirst = [...invoices.all.values()].reverse();
  return page(
    'Sandbox of BTCPay Server',
    html`<header class="top">
        <h1>Sandbox of BTCPay Server</h1>
        <p class="pill">No real money</p>
        <p class="lost" id="lost" role="alert" hidden>No connection to the sandbox. Retrying…</p>
      </header>
      <main class="panel">
        <section aria-labelledby="invoices">
          <h2 id="invoices">Invoices</h2>
          <div class="cards" data-list="invoices">
            ${
              newestFirst.length === 0
                ? html`<p class="card muted" data-key="none">There are no invoices yet. Buy something in the shop.</p>`
                : newestFirst.map((invoice) => invoiceCard(invoices, invoice))
            }
          </div>
        </section>
      </main>`,
    ['/panel.js'],
  );
}

function invoiceCard(invoices: Invoices, invoice: Invoice): Html {
  const { id, status, additionalStatus, destination, currency, metadata, price, refunds = [] } = invoice;
  const amounts = invoices.accounting(invoice);
  const coin = coinOf(invoice);
  const facts = [
    ['Order', String(metadata['orderId'])],
    ['Expected', `${textOf(amounts.total)} ${coin}`],
    ['Received', `${textOf(amounts.paid)} ${coin}`],
    ...refunds.map((refund) => ['Refunded', `${refund.amount} ${refund.currency}`] as const),
    ['Address', destination],
    ['Invoice', id],
  ] as const;
  const possible = Object.keys(ACTIONS).filter((name) => ACTIONS[name]!.isPossible(invoice, amounts));
  return html`<article class="card" data-key="${id}" aria-label="Invoice ${id}">
    <header>
      <p class="sum">${textOf(BigInt(price)).slice(0, -6)} ${currency}</p>
      <p class="state ${TONES[status]}">${additionalStatus === 'None' ? status : `${status} (${additionalStatus})`}</p>
    </header>
    <dl class="facts">
      ${facts.map(
        ([term, value]) =>
          html`<div>
            <dt>${term}</dt>
            <dd><code>${value}</code></dd>
          </div>`,
      )}
    </dl>
    <form class="row" method="post" action="/" aria-label="What happens to the invoice">
      <input type="hidden" name="invoice" value="${id}" />
      ${possible.map((name) => html`<button name="do" value="${name}">${name}</button>`)}
    </form>
  </article>`;
}
