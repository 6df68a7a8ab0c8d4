import type { PublicPayment } from '../../src/core/payment.ts';
import { openChain, type Chain } from '../../stories/support/chain.ts';
import { idOf, playsFor } from '../../stories/support/chain-shop.ts';
import { controlsOf, followScheme } from './controls.ts';

/**
 * A whole checkout in the page: the tag asks the backend helper, which asks the sandbox, whose webhooks come back. The reader
 * plays the payer. Nothing is sent anywhere.
 */
export function openChainExample(section: HTMLElement): void {
  const find = (selector: string) => section.querySelector<HTMLElement>(selector)!;
  const [stage, buttons, status, webhooks] = ['.stage', '.buttons', '[role=status]', '.webhooks'].map(find) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  const control = controlsOf(section);
  const waiting = status.textContent;
  let chain: Chain | undefined;
  let payment: PublicPayment | undefined;

  function showWebhooks() {
    const sent = payment && chain ? chain.control.deliveries(idOf(payment)) : [];
    webhooks.replaceChildren(
      ...sent.map(({ body }) => {
        const item = document.createElement('li');
        item.textContent = body;
        return item;
      }),
    );
  }

  function showButtons() {
    const shown = payment;
    buttons.replaceChildren(
      ...(shown ? playsFor(shown) : []).map(([name, play]) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = name;
        button.addEventListener('click', () => {
          try {
            status.textContent = (play(chain!.control, idOf(shown!)) as { message: string }).message;
          } catch (error) {
            status.textContent = (error as Error).message;
          }
        });
        return button;
      }),
    );
  }

  function begin() {
    void chain?.close();
    payment = undefined;
    status.textContent = waiting;
    chain = openChain(showWebhooks);
    const tag = document.createElement('pay-checkout');
    if (control('lang').value) tag.lang = control('lang').value;
    tag.setAttribute('src', `${chain.payUrl}/orders/${chain.order}`);
    stage.replaceChildren(tag);
    showButtons();
    showWebhooks();
  }

  stage.addEventListener('pay-status', (event) => {
    const { payment: next } = event;
    if (payment && idOf(payment) === idOf(next)) return;
    payment = next;
    status.textContent = '';
    showButtons();
    showWebhooks();
  });
  // The hosted page of the service is in nobody's network: the buttons stand for it.
  stage.addEventListener('click', (event) => {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    if (!link?.href.startsWith(chain!.serviceUrl)) return;
    event.preventDefault();
    status.textContent = 'The hosted page belongs to the service. Here, the buttons stand for it.';
  });
  control('lang').addEventListener('change', () => {
    stage.firstElementChild!.setAttribute('lang', control('lang').value || 'en');
  });
  control('restart').addEventListener('click', begin);
  followScheme(section, control('scheme'));
  begin();
}
