/** What to do before a shop takes real money: the list that `init` writes into the README of a shop, too. */
import { readFileSync } from 'node:fs';

const LIST = new URL('../../examples/shared/before-real-money.md', import.meta.url);

export const goLiveList = () =>
  readFileSync(LIST, 'utf8')
    .replace(/^## .*\n/, '')
    .trim();
