import { openDatabase } from './database.js';
import { openShop } from './shop.js';

/** The checkout of this process. It is opened at its first use: a build has no settings, and may bundle this file twice. */
export const shop = () => (globalThis.payElements ??= openShop(openDatabase()));
