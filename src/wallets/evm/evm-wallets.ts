import { LitElement, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { addStyles } from '../../elements/shared/adopt-styles.ts';
import { badge } from '../../elements/shared/badge.ts';
import type { CardContext } from '../../elements/shared/card-context.ts';
import { icon, OUT } from '../../elements/shared/icons.ts';
import { lazyModule } from '../../elements/shared/lazy-module.ts';
import { focusOn } from '../../elements/shared/focus-on.ts';
import { factList } from '../../elements/shared/templates/field.ts';
import { onMessagesChange } from '../../i18n/load-messages.ts';
import { formatMessage } from '../../i18n/messages.ts';
import type { WalletMessages } from '../../i18n/wallet-messages.ts';
import type { PayableCrypto } from '../../view/payable-view.ts';
import type { AppLink } from './apps.ts';
import { discover, withAnnounced, type InjectedWallet } from './discovery.ts';
import { styles } from './evm-wallets.styles.ts';
import { walletMessages } from './messages.ts';
import { transferOf } from './network.ts';
import { options } from './options.ts';
import type { Transfer } from './transaction.ts';
import type { WalletProblemKey } from './wallet-problem.ts';

/** What talks to a wallet, loaded when the payer turns to one. */
const pay = lazyModule(() => import('./pay.ts'));

/** Links into apps, for phones. */
const apps = lazyModule(() => import('./apps.ts'));

type Pay = typeof import('./pay.ts');

/** How far the payer has come. */
type Step =
  | { readonly kind: 'choose'; readonly problem?: WalletProblemKey | 'offline' }
  /** A request is open in the wallet. */
  | { readonly kind: 'busy'; readonly wallet: InjectedWallet; readonly account?: string }
  /** The account is shown, and nothing is sent yet. */
  | { readonly kind: 'ready'; readonly wallet: InjectedWallet; readonly account: string; readonly problem?: never };

/** The hashes of what was sent from this page, by what was to be sent. In memory alone: they lead to the account. */
const sent = new Map<string, string>();

/** No click waits for the network. Who fails is tried again with the click. */
const preload = () => void pay.load().catch(() => {});

const keyOf = ({ paymentId, amount, destination }: PayableCrypto) =>
  JSON.stringify([paymentId, amount.text, destination.text]);

/**
 * The wallets that have announced themselves to the page, inside the card of `<pay-crypto>`: asks for the account, shows
 * it, and has the wallet send exactly what the card shows. On a phone without such a wallet: links into wallets' apps.
 *
 * A transaction's hash is shown, and nothing follows from it: the card goes on waiting for the shop's word. The account
 * leaves the page only towards its own wallet.
 *
 * It has no shadow root of its own: it wears the styles of the card, and the integrity check of the tag hears its clicks.
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
  declare card: CardContext;
  /** A BCP 47 tag. */
  declare locale: string;
  declare protected _wallets: readonly InjectedWallet[];
  declare protected _step: Step;

  readonly #changed = () => this.requestUpdate();
  #stop: (() => void) | undefined;
  /** What `_step` is about. */
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
    // Another amount, or another address: begin anew.
    if (key !== this.#key) this._step = { kind: 'choose' };
    this.#key = key;
  }

  protected override render(): TemplateResult | typeof nothing {
    const transfer = transferOf(this.view);
    if (!transfer) return nothing;
    const messages = walletMessages(this.locale, pay.value?.walletSteps);
    const hash = sent.get(this.#key);
    if (hash)
      return this.#group(messages.payHere, nothing, [messages.walletSent, factList([[messages.transaction, hash]])]);
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

  #button(wallet: InjectedWallet, transfer: Transfer) {
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

  /** What the payer has to know now. */
  #status({ coin }: Transfer, messages: WalletMessages) {
    const { _step: step } = this;
    if (step.kind === 'choose') {
      if (!step.problem) return nothing;
      const text = step.problem === 'offline' ? this.card.messages.lost : messages[step.problem];
      return html`<p class="alert">${formatMessage(text, { network: coin.network, coin: coin.ticker })}</p>`;
    }
    const account = step.account === undefined ? nothing : factList([[messages.fromAccount, step.account]]);
    return [account, step.kind === 'busy' ? html`<p class="fine">${messages.answerWallet}</p>` : nothing];
  }

  #send(transfer: Transfer, messages: WalletMessages) {
    const { _step: step, view } = this;
    if (step.kind !== 'ready') return nothing;
    const { wallet, account } = step;
    const click = () => this.#run(wallet, ({ send }) => this.#pay(send, wallet, transfer, account), account);
    const [before, after] = messages.sendAmount.split('{amount}');
    const { text, unit } = view.amount;
    return html`<button type="button" class="main" part="wallet-button" @click=${click}>
      <span>${before}<bdi dir="ltr">${text} ${unit}</bdi>${after}</span>
    </button>`;
  }

  #apps(transfer: Transfer, { openApp }: WalletMessages) {
    if (!options.walletPage || !matchMedia('(pointer: coarse)').matches) return nothing;
    if (!apps.value) apps.load().then(this.#changed, () => {});
    const { statusUrl } = this.card.state.payment ?? {};
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
    // The integrity check of the tag does not know these links.
    const follow = (event: Event) => {
      if ((event.currentTarget as Element).getAttribute('href') === url) return this.card.opened('wallet', url);
      event.preventDefault();
      this.card.tampered('link');
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

  /** Does one thing with a wallet at a time: a second click is ignored while a request is open. */
  async #run(wallet: InjectedWallet, work: (pay: Pay) => Promise<Step>, account?: string) {
    if (this.#isOpen) return;
    this.#isOpen = true;
    const key = this.#key;
    // The payer holds something to pay with: the details are not replaced any more.
    this.card.taken();
    this._step = { kind: 'busy', wallet, ...(account !== undefined && { account }) };
    let next: Step;
    try {
      next = await work(await pay.load());
    } catch (error) {
      next = { kind: 'choose', problem: pay.value?.walletProblem(error) ?? 'offline' };
    }
    this.#isOpen = false;
    this._step = key === this.#key ? next : { kind: 'choose' };
  }

  async #connect(connect: Pay['connect'], wallet: InjectedWallet, transfer: Transfer): Promise<Step> {
    return { kind: 'ready', wallet, account: await connect(wallet.provider, transfer) };
  }

  async #pay(send: Pay['send'], { provider }: InjectedWallet, transfer: Transfer, account: string): Promise<Step> {
    const key = this.#key;
    sent.set(key, await send(provider, transfer, account, () => this.isConnected && key === this.#key));
    // The button that had the focus goes.
    queueMicrotask(() => void this.updateComplete.then(() => focusOn(this.querySelector('[role="status"]'))));
    return { kind: 'choose' };
  }
}
