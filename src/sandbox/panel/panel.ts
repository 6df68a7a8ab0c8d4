import type { SandboxControl } from '../actions/control.ts';
import { html, page } from '../pages/html.ts';
import type { Html } from '../pages/html.ts';
import { paymentCard } from './payment-card.ts';
import { chainCard } from './chain.ts';
import { deliveryRow } from './deliveries.ts';
import { profileCard } from './profile.ts';
import { faultsForm } from './faults.ts';

/** The result of the last action, shown until the next action. */
export interface Notice {
  readonly text: string;
  readonly good: boolean;
}

/** Addresses and keys to try the sandbox by hand. */
export interface PanelFacts {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly storeApiKey: string;
}

const MOST_DELIVERIES = 50;
const MINUTE_MS = 60_000;

/**
 * Renders the control panel. Every button is a form, so the panel works without its script. The script only refreshes
 * the page.
 */
export function panelPage(control: SandboxControl, facts: PanelFacts, notice: Notice | undefined): string {
  const payments = control.payments();
  const deliveries = control.deliveries();
  return page(
    'Sandbox',
    html`<header class="top">
        <h1>Sandbox</h1>
        <p class="pill">No real money</p>
        <p class="lost" id="lost" role="alert" hidden>No connection to the sandbox. Retrying…</p>
      </header>
      <main class="panel">
        ${summary(control, facts)}
        <div role="status" data-list="notice">
          ${notice && html`<p class="notice ${notice.good ? 'ok' : 'warn'}" data-key="notice">${notice.text}</p>`}
        </div>
        <section aria-labelledby="payments">
          <h2 id="payments">Payments</h2>
          <div class="cards" data-list="payments">
            ${payments.length === 0 ? empty(facts) : payments.map(paymentCard)}
          </div>
        </section>
        ${chainCard(control)} ${faultsForm(control)} ${profileCard(control)}
        <section aria-labelledby="deliveries">
          <h2 id="deliveries">Webhooks</h2>
          <ol class="log" data-list="deliveries">
            ${
              deliveries.length === 0
                ? html`<li class="muted" data-key="none">None sent yet.</li>`
                : deliveries.slice(0, MOST_DELIVERIES).map(deliveryRow)
            }
          </ol>
        </section>
      </main>`,
    ['/panel.js'],
  );
}

function summary(control: SandboxControl, { baseUrl, apiKey, storeApiKey }: PanelFacts): Html {
  const { used, quota, lastMinute, perMinute } = control.account();
  const turn = (label: string, minutes: number) =>
    html`<button class="quiet" name="advance" value="${minutes * MINUTE_MS}">${label}</button>`;
  return html`<section class="summary" aria-label="Account">
    <dl data-list="usage">
      <div data-key="quota">
        <dt>Requests of the period</dt>
        <dd>${used} of ${quota}<progress max="${quota}" value="${used}" aria-hidden="true"></progress></dd>
      </div>
      <div data-key="minute">
        <dt>Requests of the last minute</dt>
        <dd>
          ${lastMinute} of ${perMinute}<progress max="${perMinute}" value="${lastMinute}" aria-hidden="true"></progress>
        </dd>
      </div>
      <div data-key="clock">
        <dt>Clock</dt>
        <dd>${new Date(control.now()).toISOString().slice(0, 19).replace('T', ' ')} UTC</dd>
      </div>
    </dl>
    <form class="row" method="post" action="/panel/clock" aria-label="Turn the clock on">
      ${turn('+ 1 min', 1)} ${turn('+ 1 h', 60)} ${turn('+ 1 day', 24 * 60)}
    </form>
    <details>
      <summary>Address and keys</summary>
      <dl class="facts">
        <div>
          <dt>Base URL</dt>
          <dd><code>${baseUrl}</code></dd>
        </div>
        <div>
          <dt>User key</dt>
          <dd><code>${apiKey}</code></dd>
        </div>
        <div>
          <dt>Store key</dt>
          <dd><code>${storeApiKey}</code></dd>
        </div>
      </dl>
    </details>
  </section>`;
}

function empty({ baseUrl }: PanelFacts): Html {
  return html`<div class="card" data-key="none">
    <p class="muted">No payments yet. They appear here as your shop creates them. To make one by hand:</p>
    <pre tabindex="0" aria-label="Command"><code>curl ${baseUrl}/v1/wallet/payments \\
  -H 'Content-Type: application/json' \\
  -d '{"currency":"EUR","amount":32,"payout_email":"shop@example.com"}'</code></pre>
  </div>`;
}
