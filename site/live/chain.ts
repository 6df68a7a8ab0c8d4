import type { PublicPayment } from '../../src/core/payments/payment.ts';
import type { Chain } from '../../stories/support/chain.ts';
import { answerInPage, SHOP, type InPage } from '../../stories/support/in-page.ts';
import { idOf, playsFor } from '../../stories/support/payer-plays.ts';
import { controlsOf, followScheme } from './controls.ts';

/** How often the reader has begun. */
let begun = 0;

/**
 * A whole checkout in the page: the tag asks the backend helper, which asks the sandbox, whose webhooks come back. The reader
 * plays the payer. Nothing is sent anywhere. The order is in the page as the helper answers it; helper and sandbox are loaded
 * when the reader turns to the example.
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
  let chain: (Chain & { readonly handle: InPage }) | undefined;
  let load = () => Promise.resolve(chain);
  let close = () => {};
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
    close();
    chain = payment = undefined;
    status.textContent = waiting;
    const payUrl = `${SHOP}/try-${++begun}/pay`;
    let loading: ReturnType<typeof load> | undefined;
    load = () =>
      (loading ??= import('../../stories/support/chain.ts').then(
        ({ createChain }) => (chain = createChain(payUrl, showWebhooks)),
      ));
    const stopAnswering = answerInPage(payUrl, async (request) => {
      const isFirst = !loading && request.url.endsWith('/orders/1001');
      if (!isFirst) return (await load())!.handle(request);
      return new Response(section.dataset['order'], { headers: { 'content-type': 'application/json' } });
    });
    close = () => {
      stopAnswering();
      void loading?.then((loaded) => loaded?.close());
    };
    const tag = document.createElement('pay-checkout');
    if (control('lang').value) tag.lang = control('lang').value;
    tag.setAttribute('src', `${payUrl}/orders/1001`);
    stage.replaceChildren(tag);
    showButtons();
    showWebhooks();
  }

  for (const type of ['pointerover', 'focusin']) stage.addEventListener(type, () => void load());
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
    if (!chain || !link?.href.startsWith(chain.serviceUrl)) return;
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
