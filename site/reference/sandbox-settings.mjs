/** What the sandbox can choose where the contract shows nothing, and what each of its profiles chooses. */
import { lenient, strict, weird } from '../../src/sandbox/contract/profiles.ts';
import { gaps, settings } from '../../src/sandbox/contract/settings.ts';
import { code, compactTable } from './markdown.mjs';

export const sandboxSettingsTable = () =>
  compactTable(
    ['setting', 'contract', 'chooses', 'strict', 'lenient', 'weird'],
    Object.entries(settings).map(([name, { gap, says }]) => {
      const value = (profile) => JSON.stringify(profile[name]);
      const unlikeStrict = (profile) => (value(profile) === value(strict) ? '' : code(value(profile)));
      return [code(name), gaps[gap][0], says, code(value(strict)), unlikeStrict(lenient), unlikeStrict(weird)];
    }),
  );
