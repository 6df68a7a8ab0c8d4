import { html, nothing, type TemplateResult } from 'lit';

/** How the columns of a card go: one, two, or as its own width allows. */
export const layoutOf = ({ layout }: { readonly layout: string }): string =>
  layout === 'stack' || layout === 'row' ? layout : 'auto';

/** What stands inside a tag for a payer without JavaScript is all there is to see until the card is there. */
export const hasInside = (host: Element): boolean => [...host.children].some((child) => !child.slot);

interface Host extends Element {
  readonly layout: string;
  readonly qr?: string;
}

/**
 * The shape of what is coming, as high as it will be (`bone.styles`), so that nothing jumps when it is there.
 *
 * @param foot - With the shape of the status line and of what is under it.
 */
const skeleton = ({ localName, qr }: Host, foot: boolean): TemplateResult =>
  html`<div class="ends" aria-hidden="true">
      <div class="sum"><span class="bone fiat"></span><slot name="header"></slot></div>
      <span class="bone chip"></span>
    </div>
    <div class="body ${localName}" aria-hidden="true">
      <div class="right bones"><i class="bone"></i><i class="bone"></i><i class="bone"></i><i class="bone"></i></div>
      ${
        qr === 'none' || localName === 'pay-wallet'
          ? nothing
          : html`<div class="left open"><i class="bone square"></i><i class="bone below"></i></div>`
      }
    </div>
    ${foot ? html`<i class="bone foot" aria-hidden="true"></i><slot name="footer"></slot>` : nothing}`;

/**
 * What stands in for the card until it is there: the shape of the card to come, or what is inside the tag for a payer
 * without JavaScript (`renderPayment` makes it), in no less room than that shape has.
 */
export const standIn = (host: Host, foot = true): TemplateResult =>
  hasInside(host)
    ? html`<div class="room"><div class="card ${layoutOf(host)}">${skeleton(host, foot)}</div></div>
        <div><slot></slot></div>`
    : skeleton(host, foot);
