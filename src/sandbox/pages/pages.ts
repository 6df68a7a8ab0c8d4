import { publicView } from '../contract/responses.ts';
import { writeJson } from '../exact-json.ts';
import { html, page, sumText } from './html.ts';
import type { Html } from './html.ts';
import type { CryptoEntry, LocalcodeEntry, PaymentEntry, WalletEntry } from '../contract/payment-records.ts';
import type { ContractGaps } from '../contract/contract-gaps.ts';

/**
 * The hosted page of a payment, {pay_url}/<tid|bid> and {wallet_pay_url}/<pid>, built with our own tags.
 *
 * The content of a tag is visible while the tag is not defined: without JavaScript, or when the elements are not built.
 * A defined tag shows its own view and hides that content.
 */
export function hostedPage(entry: PaymentEntry, contractGaps: ContractGaps, wrongCode: boolean): string {
  const payment = writeJson(publicView(entry, contractGaps));
  const body = {
    crypto: () => cryptoTag(entry as CryptoEntry, payment),
    wallet: () => walletTag(entry as WalletEntry, payment),
    localcode: () => localcodeTag(entry as LocalcodeEntry, payment, contractGaps, wrongCode),
  }[entry.kind]();
  return frame('Payment', body, ['/pay-elements.js']);
}

export function missingPage(): string {
  return frame(
    'No such payment',
    html`<section class="card">
      <h1>No such payment</h1>
      <p class="muted">The sandbox forgets its payments when it ends. Go back to the shop and begin anew.</p>
    </section>`,
    [],
  );
}

function frame(title: string, body: Html, scripts: readonly string[]): string {
  return page(
    title,
    html`<main class="hosted">
      <p class="notice warn"><b>Sandbox: no real money.</b> Send nothing to what is shown here; it would be lost.</p>
      ${body}
      <p class="foot"><a href="/">Play the payer in the control panel</a></p>
    </main>`,
    scripts,
  );
}

function cryptoTag(entry: CryptoEntry, payment: string): Html {
  return html`<pay-crypto payment="${payment}" status-url="/pay/${entry.id}/status">
    ${plain(`${sumText(entry.order.amount)} ${entry.order.currency}`, entry.state, [
      ['Send exactly', `${entry.expected} ${entry.order.coin}`],
      ['To this address', entry.address],
    ])}
  </pay-crypto>`;
}

function walletTag(entry: WalletEntry, payment: string): Html {
  const { currency, payoutEmail } = entry.order;
  const amount = sumText(entry.order.amount);
  return html`<pay-wallet payment="${payment}" status-url="/wallet/${entry.id}/status">
      ${plain(`${amount} ${currency}`, entry.state, [['Note, unchanged', entry.note]])}
    </pay-wallet>
    ${
      ['NEW', 'UNMATCHED', 'EXPIRED'].includes(entry.state) &&
      html`<section class="card">
        <h2>Play the transfer</h2>
        <p>Transfer ${amount} ${currency} to <b>${payoutEmail}</b>. Whether it is matched depends on the note.</p>
        <form method="post" action="/wallet/${entry.id}/transfer">
          <label>Note of the transfer <input name="note" maxlength="200" autocomplete="off" /></label>
          <button class="primary">Transfer ${amount} ${currency}</button>
        </form>
      </section>`
    }`;
}

function localcodeTag(entry: LocalcodeEntry, payment: string, contractGaps: ContractGaps, wrongCode: boolean): Html {
  const waiting = entry.state === 'PENDING';
  return html`<pay-localcode payment="${payment}" status-url="/pay/${entry.id}/status">
    ${
      waiting &&
      contractGaps.codeEntry === 'phone' &&
      html`<p slot="code" class="muted">
        Enter the code on your phone. In this sandbox, use the control panel instead of the phone.
      </p>`
    }
    ${
      waiting &&
      contractGaps.codeEntry !== 'phone' &&
      html`<form slot="code" class="row" method="post" action="/pay/${entry.id}/code">
        <label>
          Code
          <input
            name="code"
            required
            maxlength="40"
            inputmode="numeric"
            autocomplete="one-time-code"
            ${wrongCode && html`aria-invalid="true" aria-describedby="wrong"`}
          />
        </label>
        <button class="primary">Pay ${sumText(entry.order.amount)}</button>
        ${wrongCode && html`<p class="wrong" id="wrong" role="alert">That code is wrong. Nothing was taken; try again.</p>`}
        <p class="muted">In this sandbox, the right code is shown in the control panel.</p>
      </form>`
    }
    ${plain(sumText(entry.order.amount), entry.state, [])}
  </pay-localcode>`;
}

/** The page without the tags: the payment's data, and a link to reload. */
function plain(sum: string, state: string, facts: readonly [string, string][]): Html {
  return html`<section class="card">
    <p class="sum">${sum}</p>
    <dl class="facts">
      ${facts.map(
        ([term, value]) =>
          html`<div>
            <dt>${term}</dt>
            <dd><code>${value}</code></dd>
          </div>`,
      )}
      <div>
        <dt>Status</dt>
        <dd><b>${state}</b></dd>
      </div>
    </dl>
    <p><a href="">Look again</a></p>
  </section>`;
}
