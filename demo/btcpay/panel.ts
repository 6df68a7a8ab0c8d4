import type { ServerResponse } from 'node:http';
import { textOf } from './decimals.ts';
import type { Invoice, Invoices } from './invoices.ts';

/** What the page can do with an invoice. */
const ACTIONS: Readonly<Record<string, (invoices: Invoices, invoice: Invoice) => void>> = {
  Pay: (invoices, invoice) => pay(invoices, invoice, 1n, 1n),
  'Pay half': (invoices, invoice) => pay(invoices, invoice, 1n, 2n),
  'Pay too much': (invoices, invoice) => pay(invoices, invoice, 3n, 2n),
  Confirm: (invoices, { id }) => invoices.confirm(id),
  'Replace by fee': (invoices, { id }) => invoices.replace(id),
  Expire: (invoices, { id }) => invoices.expire(id),
  'Mark settled': (invoices, { id }) => invoices.mark(id, 'Settled'),
  'Mark invalid': (invoices, { id }) => invoices.mark(id, 'Invalid'),
  Refund: (invoices, invoice) => {
    const { paid } = invoices.accounting(invoice);
    invoices.refund(invoice.id, textOf(paid), invoice.paymentMethodId.replace(/-CHAIN$/, ''));
  },
};

function pay(invoices: Invoices, invoice: Invoice, times: bigint, of: bigint): void {
  const { due } = invoices.accounting(invoice);
  if (due > 0n) invoices.pay(invoice.id, textOf((due * times) / of));
}

const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Answers the page of the invoices: what a payer and the owner of the store would do. */
export function answerPanel(
  invoices: Invoices,
  { method, path, text }: { readonly method: string; readonly path: string; readonly text: string },
  response: ServerResponse,
): void {
  if (method === 'POST' && path === '/') {
    const form = new URLSearchParams(text);
    const invoice = invoices.all.get(form.get('invoice') ?? '');
    const action = ACTIONS[form.get('action') ?? ''];
    if (invoice && action) action(invoices, invoice);
    return void response.writeHead(303, { location: '/' }).end();
  }
  if (path !== '/') return void response.writeHead(404).end();
  const rows = [...invoices.all.values()].reverse().map((invoice) => rowOf(invoices, invoice));
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(`<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Invoices</title>
<style>
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  section { border-top: 1px solid #ccc; padding: 0.75rem 0; overflow-wrap: anywhere }
  form { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-top: 0.5rem }
  button { font: inherit; padding: 0.25rem 0.75rem }
</style>
<h1>Invoices</h1>
<p>A stand-in for BTCPay Server. No real money is used.</p>
${rows.length > 0 ? rows.join('\n') : '<p>There are no invoices yet. Buy something in the shop.</p>'}
</html>`);
}

function rowOf(invoices: Invoices, invoice: Invoice): string {
  const { id, status, additionalStatus, destination, currency, metadata, paymentMethodId } = invoice;
  const { total, paid } = invoices.accounting(invoice);
  const state = additionalStatus === 'None' ? status : `${status} (${additionalStatus})`;
  const coin = paymentMethodId.replace(/-CHAIN$/, '');
  const buttons = Object.keys(ACTIONS).map((name) => `<button name="action" value="${name}">${name}</button>`);
  return `<section>
  <h2>Order ${escape(String(metadata.orderId))}: ${state}</h2>
  ${textOf(paid)} of ${textOf(total)} ${coin} (${textOf(BigInt(invoice.price)).slice(0, -6)} ${escape(currency)})
  to ${destination}
  <form method="post" action="/"><input type="hidden" name="invoice" value="${id}">${buttons.join('')}</form>
</section>`;
}
