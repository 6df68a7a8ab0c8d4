/** The functions that a store of one's own needs. */
import { cell, code, compactTable } from './markdown.mjs';
import { propertiesOf } from './types.mjs';

export const storeTable = () =>
  compactTable(
    ['function', 'what it does'],
    propertiesOf('PaymentStore').map(({ name, text }) => [code(name), cell(text)]),
  );
