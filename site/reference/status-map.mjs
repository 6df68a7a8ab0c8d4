/** What the service's words mean by default, and which phase may follow which. */
import { isFinal, isPaidPhase, mayFollow, phases } from '../../src/core/payments/phases.ts';
import { readTag } from './tags.mjs';
import { blocks, cell, code, table } from './markdown.mjs';
import { constantOf } from './types.mjs';

/** The default words of each phase. */
export const readWords = () =>
  Object.entries(constantOf('StatusTable', 'WORDS')).map(([phase, words]) => ({
    phase,
    words: words.split(' '),
  }));

/** The page, as Markdown. */
export function statusMapPage() {
  const words = new Map(readWords().map(({ phase, words }) => [phase, words]));
  const meaning = new Map(readTag('pay-crypto').cssStates.map(({ name, description }) => [name, description]));
  const list = (names) => names.map(code).join(', ');
  return blocks(
    '# Status words and phases',
    'A payment has a status, which is the word of the payment service, and a phase, which is what the word means. The contract of the service names only `NEW` and `PENDING`.',
    "A word is in the default map only if it can mean nothing else, because a wrong guess costs money. Any other word is `unknown`: it is neither success nor failure, the last good view stays, and the event `status-unknown` names the word. Add the words of your service with the option [`statusMap`](options.md#statusmap): `statusMap: { COMPLETED: 'paid' }`. Letter case, spaces and hyphens do not matter.",
    '## Words',
    table(
      ['phase', 'words by default', 'meaning', 'kind'],
      phases.map((phase) => [
        code(phase),
        list(words.get(phase) ?? []) || 'any other word',
        cell(meaning.get(phase)),
        [isPaidPhase(phase) && 'paid in full', isFinal(phase) && 'final'].filter(Boolean).join(', '),
      ]),
    ),
    '## Which phase may follow',
    'News may arrive late, twice and out of order. A word whose phase may not follow changes nothing.',
    table(
      ['from', 'to'],
      phases.map((from) => [code(from), list(phases.filter((to) => mayFollow(from, to))) || 'none']),
    ),
  );
}
