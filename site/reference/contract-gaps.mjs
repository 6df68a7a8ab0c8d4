/** What the contract of the payment service does not show, and what the helper makes of it. */
import { gaps } from '../../src/sandbox/contract/settings.ts';
import { contractGaps } from '../../src/server/providers/service/contract-gaps.ts';
import { cell, code, compactTable } from './markdown.mjs';

/** In the order of the contract. */
export const contractGapsTable = () =>
  compactTable(
    ['section', 'not shown', 'option', 'default'],
    Object.entries(contractGaps).map(([name, { options, byDefault }]) => [
      ...gaps[name],
      options.map(code).join(', ') || 'not used',
      cell(byDefault),
    ]),
  );
