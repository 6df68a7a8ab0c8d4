import { html, nothing, type TemplateResult } from 'lit';

/** What people can hold in mind and compare, and how wallets show addresses. Characters. */
const GROUP = 4;

const BREAK = html`<wbr />`;

/**
 * An address in groups of four; `0x` and a `bitcoincash:` prefix are cells of their own. Gaps are margins and
 * breaks are `wbr`, none before a shorter last group, so selecting, finding and reading aloud give the plain text. Both ends and one group in the
 * middle are heavier: who swaps addresses in clipboards matches the ends.
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
