import type { SandboxControl } from '../actions/control.ts';
import { html, type Html } from '../pages/html.ts';

const MOST_TRANSFERS = 20;
const HOUR_MS = 60 * 60_000;

/**
 * The simulated chains: the newest transfers, and what can happen to them. The id of a transaction is that of its element,
 * so that a shop can name the panel as its explorer: `http://127.0.0.1:4010/#{transaction}`.
 */
export function chainCard({ chain }: SandboxControl): Html {
  const { lag, failing } = chain.state();
  const button = (action: string, label: string, name: string, value: string) =>
    html`<button class="quiet" formaction="/panel/chain/${action}" name="${name}" value="${value}">${label}</button>`;
  return html`<section class="summary" aria-labelledby="chain">
    <h2 id="chain">Chains</h2>
    <div class="entries" data-list="chain">
      <form class="row" data-key="server" method="post">
        ${lag === 0 ? button('lag', 'Lag by an hour', 'ms', String(HOUR_MS)) : button('lag', 'Stop lagging', 'ms', '0')}
        ${button('fail', failing ? 'Answer again' : 'Stop answering', 'failing', failing ? 'false' : 'true')}
      </form>
      ${chain.transfers().length === 0 && html`<p class="muted" data-key="none">No transfers yet.</p>`}
      ${chain
        .transfers()
        .slice(0, MOST_TRANSFERS)
        .map(
          ({ transaction, coin, address, amount, block }) =>
            html`<form class="row" id="${transaction}" data-key="${transaction}" method="post">
              <input type="hidden" name="coin" value="${coin}" />
              <input type="hidden" name="transaction" value="${transaction}" />
              <p>
                ${amount} ${coin} to <code>${address}</code>:
                ${block ? confirmations(chain.heightOf(coin) - block.height + 1) : 'in no block yet'}<br />
                Transaction <code>${transaction}</code>
              </p>
              ${button('mine', 'Add a block', 'blocks', '1')}
              ${block ? button('reorganize', 'Reorganize', 'blocks', String(chain.heightOf(coin) - block.height + 1)) : button('replace', 'Replace', 'amount', '')}
            </form>`,
        )}
    </div>
  </section>`;
}

const confirmations = (count: number) => `${count} confirmation${count === 1 ? '' : 's'}`;
