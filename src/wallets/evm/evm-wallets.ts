import { LitElement, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { addStyles } from '../../elements/base/adopt-styles.ts';
import { badge } from '../../elements/card/badge.ts';
import type { Card } from '../../elements/card/card.ts';
import { icon, OUT } from '../../elements/card/icons.ts';
import { lazyModule } from '../../elements/base/lazy-module.ts';
import { focusOn } from '../../elements/base/focus-on.ts';
import { factList } from '../../elements/card/field.ts';
import { onMessagesChange } from '../../i18n/load-messages.ts';
import { formatMessage } from '../../i18n/format-message.ts';
import type { WalletMessages } from './wallet-messages.ts';
import type { PayableCrypto } from '../../view/payable-view.ts';
import type { AppLink } from './apps.ts';
import { discover, withAnnounced, type InjectedWallet } from './discovery.ts';
import { styles } from './evm-wallets.styles.ts';
import { walletMessages } from './messages.ts';
import { transferOf } from './network.ts';
import { options } from './options.ts';
import type { EvmTransfer } from './transaction.ts';
import type { WalletProblemKey } from './wallet-problem.ts';

/** The module that sends requests to a wallet. Loaded when a wallet button is hovered or focused. */
const pay = lazyModule(() => import('./pay.ts'));

/** Links to wallet apps, for phones. */
const apps = lazyModule(() => import('./apps.ts'));

type Pay = typeof import('./pay.ts');

/** The current step of the payer. */
type Step =
  | { readonly kind: 'choose'; readonly problem?: WalletProblemKey | 'offline' }
  /** A request is open in the wallet. */
  | { readonly kind: 'busy'; readonly wallet: InjectedWallet; readonly account?: string }
  /** The account is shown. Nothing has been sent yet. */
  | { readonly kind: 'ready'; readonly wallet: InjectedWallet; readonly account: string; readonly problem?: never };

/**
 * The hashes of the transactions that were sent from this page, by `keyOf`. They are kept only in memory, because a
 * hash reveals the account.
 */
const sent = new Map<string, string>();

/** Preloads the module, so that no click waits for the network. If this fails, the click requests it again. */
const preload = () => void pay.load().catch(() => {});

const keyOf = ({ paymentId, amount, destination }: PayableCrypto) =>
  JSON.stringify([paymentId, amount.text, destination.text]);

/**
 * The wallets that have announced themselves to the page (EIP-6963), inside the card of `<pay-crypto>`. It requests the
 * account, shows it, and requests exactly the transaction that the card shows. On a phone without such a wallet, it
 * shows links to wallet apps.
 *
 * The hash of a transaction is only displayed: the card still waits for the shop's status. The account is sent only to
 * its own wallet.
 *
 * It has no shadow root: it uses the styles of the card, and the card's integrity check receives its clicks.
 */
export class EvmWalletsElement extends LitElement {
  static override properties: PropertyDeclarations = {
    view: { attribute: false },
    card: { attribute: false },
    locale: { attribute: false },
    _wallets: { state: true },
    _step: { state: true },
  };

  declare view: PayableCrypto;
  declare card: Card;
  /** BCP 47 language tag. */
  declare locale: string;
  declare protected _wallets: readonly InjectedWallet[];
  declare protected _step: Step;

  readonly #changed = () => this.requestUpdate();
  #stop: (() => void) | undefined;
  /** The key (`keyOf`) of the view that `_step` belongs to. */
  #key = '';
  #isOpen = false;

  constructor() {
    super();
    this._wallets = [];
    this._step = { kind: 'choose' };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addStyles(this.getRootNode() as ShadowRoot, [styles]);
    onMessagesChange.add(this.#changed);
    this.#stop = discover((detail) => (this._wallets = withAnnounced(this._wallets, detail)));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    onMessagesChange.delete(this.#changed);
    this.#stop?.();
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override willUpdate(): void {
    const key = keyOf(this.view);
    // The payment, the amount or the address has changed: start again.
    if (key !== this.#key) this._step = { kind: 'choose' };
    this.#key = key;
  }

  protected override render(): TemplateResult | typeof nothing {
    const transfer = transferOf(this.view);
    if (!transfer) return nothing;
    const messages = walletMessages(this.locale);
    const hash = sent.get(this.#key);
    if (hash)
      return this.#group(messages.payHere, nothing, [
        messages.browserWalletSent,
        factList([[messages.transaction, hash]]),
      ]);
    if (!this._wallets.length) return this.#apps(transfer, messages);
    const list = this._wallets.map((wallet) => this.#button(wallet, transfer));
    return this.#group(messages.payHere, list, this.#status(transfer, messages), this.#send(transfer, messages));
  }

  #group(title: string, list: unknown, status: unknown, action: unknown = nothing) {
    return html`<div class="label" id="wallets">${title}</div>
      <div class="wallets" part="wallets" role="group" aria-labelledby="wallets">${list}</div>
      <div role="status">${status}</div>
      ${action}`;
  }

  #button(wallet: InjectedWallet, transfer: EvmTransfer) {
    const { _step: step } = this;
    const { name, icon: picture } = wallet;
    const chosen = step.kind !== 'choose' && step.wallet === wallet;
    const click = () => this.#run(wallet, ({ connect }) => this.#connect(connect, wallet, transfer));
    return html`<button
      type="button"
      class="main soft"
      part="wallet-button"
      aria-pressed=${chosen}
      aria-disabled=${this.#isOpen}
      @pointerenter=${preload}
      @focus=${preload}
      @click=${click}
    >
      ${picture === undefined ? badge(name, undefined) : html`<img src=${picture} alt="" />`}<bdi>${name}</bdi>
    </button>`;
  }

  /** The content of the live region: a problem, or the account and the request that is open in the wallet. */
  #status({ coin }: EvmTransfer, messages: WalletMessages) {
    const { _step: step } = this;
    if (step.kind === 'choose') {
      if (!step.problem) return nothing;
      const text = step.problem === 'offline' ? this.card.messages.lost : messages[step.problem];
      return html`<p class="alert">${formatMessage(text, { network: coin.network, coin: coin.ticker })}</p>`;
    }
    const account = step.account === undefined ? nothing : factList([[messages.fromAccount, step.account]]);
    return [account, step.kind === 'busy' ? html`<p class="fine">${messages.browserWalletAnswer}</p>` : nothing];
  }

  #send(transfer: EvmTransfer, messages: WalletMessages) {
    const { _step: step, view } = this;
    // While the request is open, the button keeps the focus.
    if (step.kind === 'choose' || step.account === undefined) return nothing;
    const { wallet, account } = step;
    const click = () => this.#run(wallet, ({ send }) => this.#pay(send, wallet, transfer, account), account);
    const [before, after] = messages.sendAmount.split('{amount}');
    const { text, unit } = view.amount;
    return html`<button type="button" class="main" part="wallet-button" aria-disabled=${this.#isOpen} @click=${click}>
      <span>${before}<bdi dir="ltr">${text} ${unit}</bdi>${after}</span>
    </button>`;
  }

  #apps(transfer: EvmTransfer, { openApp }: WalletMessages) {
    if (!options.walletPage || !matchMedia('(pointer: coarse)').matches) return nothing;
    if (!apps.value) apps.load().then(this.#changed, () => {});
    const { statusUrl } = this.card.viewState.payment ?? {};
    const page = apps.value?.walletPage(options.walletPage, statusUrl, document.baseURI);
    const links = page ? apps.value!.appLinks(page, transfer, options.apps) : [];
    return links.length
      ? this.#group(
          openApp,
          links.map((link) => this.#link(link)),
          nothing,
        )
      : nothing;
  }

  #link({ name, url }: AppLink) {
    // The card's integrity check does not cover these links.
    const follow = (event: Event) => {
      if ((event.currentTarget as Element).getAttribute('href') === url) return this.card.linkOpened('wallet', url);
      event.preventDefault();
      this.card.model.reportTampering('link');
    };
    return html`<a
      class="main soft"
      part="wallet-button"
      href=${url}
      target="_blank"
      rel="noopener"
      referrerpolicy="no-referrer"
      @click=${follow}
      @auxclick=${follow}
      ><bdi>${name}</bdi> ${icon(OUT)}</a
    >`;
  }

  /** Runs one wallet request at a time. Further clicks are ignored while it is open. */
  async #run(wallet: InjectedWallet, work: (pay: Pay) => Promise<Step>, account?: string) {
    if (this.#isOpen) return;
    this.#isOpen = true;
    const key = this.#key;
    // Locks the payment details: the payer may pay with them from now on.
    this.card.model.lockDetails();
    this._step = { kind: 'busy', wallet, ...(account !== undefined && { account }) };
    let next: Step;
    try {
      next = await work(await pay.load());
    } catch (error) {
      next = { kind: 'choose', problem: pay.value?.walletProblem(error) ?? 'offline' };
    }
    this.#isOpen = false;
    this._step = key === this.#key ? next : { kind: 'choose' };
    await this.updateComplete;
    // The button that had the focus may be gone.
    if (document.activeElement === document.body) focusOn(this.querySelector('[role="status"]'));
  }

  async #connect(connect: Pay['connect'], wallet: InjectedWallet, transfer: EvmTransfer): Promise<Step> {
    return { kind: 'ready', wallet, account: await connect(wallet.provider, transfer) };
  }

  async #pay(send: Pay['send'], { provider }: InjectedWallet, transfer: EvmTransfer, account: string): Promise<Step> {
    const key = this.#key;
    sent.set(key, await send(provider, transfer, account, () => this.isConnected && key === this.#key));
    return { kind: 'choose' };
  }
}
