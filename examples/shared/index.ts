import { openDatabase } from './database.ts';
import { openShop } from './shop.ts';
import type { Shop } from './types.ts';

/** The shop of this process. It is opened at its first use: a build has no settings, and may bundle this file twice. */
export const shop = (): Shop => (globalThis.northwind ??= openShop(openDatabase()));
