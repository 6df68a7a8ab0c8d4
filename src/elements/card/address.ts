import { html, nothing, type TemplateResult } from 'lit';

/** Group size. People can remember and compare four characters, and wallets show addresses so. Characters. */
const GROUP = 4;

const BREAK = html`<wbr />`;

/**
 * An address in groups of four characters; `0x` or the prefix `bitcoincash:` is a cell of its own. The gaps are margins
 * and the breaks are `wbr` elements, so that selection, search and screen readers get the plain text. There is no break
 * before a shorter last group. Both ends and one group in the middle are bold: an attacker who replaces addresses in
 * the clipboard uses one with the same ends.
 */
export function addressGroups(address: string): TemplateResult {
  const [, prefix = '', rest = address] = /^(0x|\w+:)?(.*)$/.exec(address) ?? [];
  const groups = rest.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? [];
  const last = groups.length - 1;
  const strong = (at: number) => at < 2 || at > last - 2 || at === last >> 1;
  return html`<span class="addr" part="address" dir="ltr" translate="no"
    >${prefix && html`<span>${prefix}</span><wbr />`}${groups.map(
      (group, at) =>
        html`${at && !(at === last && group.length < GROUP) ? BREAK : nothing}<span class=${strong(at) ? 'end' : ''}
            >${group}</span
          >`,
    )}</span
  >`;
}
