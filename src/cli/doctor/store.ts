import { CommandError, type Given } from '../command.ts';
import type { Settings } from '../settings.ts';
import { openStore } from '../store.ts';
import { reasonOf } from '../store-error.ts';
import type { Finding } from './finding.ts';
import { checkStatuses } from './statuses.ts';

/** Checks whether the store can be read and written, and which statuses it contains. */
export async function checkStore(given: Given, settings: Settings): Promise<Finding[]> {
  const name = 'store';
  let open: Awaited<ReturnType<typeof openStore>>;
  try {
    open = await openStore(given, settings);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const [message, ...fix] = error.message.split('\n');
    return [{ name, state: 'problem', message: message!, ...(fix.length > 0 && { fix: fix.join(' ') }) }];
  }
  if (!open) {
    const fix = 'To check it, pass --sqlite, --postgres or --config, or set DATABASE_URL.';
    return [{ name, state: 'skipped', message: 'No payment store is configured.', fix }];
  }
  try {
    await open.store.check();
    const count = await open.store.countOpen();
    // A backup of some of the tables may have been restored.
    await open.store.unhandled(undefined, 1);
    const message = `${open.name} can be written to. Open payments: ${count}.`;
    const statuses = await checkStatuses(open.store, settings.options.statusMap);
    return [{ name, state: 'ok', message, facts: { open: count } }, statuses];
  } catch (error) {
    const fix = 'Without its store the shop can neither create payments nor receive their changes.';
    return [{ name, state: 'problem', message: `${open.name} does not work: ${reasonOf(error)}`, fix }];
  } finally {
    await open.close().catch(() => {}); // the finding says whether the store works
  }
}
