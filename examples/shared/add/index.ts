import { openDatabase } from './database.ts';
import { openShop } from './shop.ts';

/** The checkout of this process. It is opened at its first use: a build has no settings, and may bundle this file twice. */
export const shop = (): ReturnType<typeof openShop> => (globalThis.payElements ??= openShop(openDatabase()));
