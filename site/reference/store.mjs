/** The functions that a store of one's own needs. */
import { cell, code, table } from './markdown.mjs';
import { propertiesOf } from './types.mjs';

export const storeTable = () =>
  table(
    ['function', 'what it does'],
    propertiesOf('PaymentStore').map(({ name, text }) => [code(name), cell(text)]),
  );
