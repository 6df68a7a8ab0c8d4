import type { ContractGaps } from './contract-gaps.ts';
import { profiles } from './profiles.ts';
import type { Profile } from './profiles.ts';
import { gaps, settings } from './settings.ts';

/** The value of one setting. */
export interface SettingView {
  /** The contract's section, such as `4.5`. */
  readonly section: string;
  /** The words of the contract about what it does not show there. */
  readonly contractGaps: string;
  /** What the setting chooses, in a few words. */
  readonly says: string;
  /** A JSON value; a function is shown as the text 'function'. */
  readonly value: unknown;
}

/** The profile, and the value of each setting. */
export interface ProfileView {
  /** The profile in use. It gives all settings that are not in `own`. */
  readonly profile: Profile;
  /** The names of the settings that were set individually and override the profile. */
  readonly own: readonly string[];
  /** All settings, by their name in `ContractGaps`. */
  readonly settings: Readonly<Record<string, SettingView>>;
}

/**
 * Keeps the settings of a profile and the individual overrides. All modules read the same object, so it can change
 * later.
 */
export function createProfileSettings(begin: Profile, own: Partial<ContractGaps>) {
  let profile = begin;
  const contractGaps: ContractGaps = { ...profiles[begin], ...own };

  return {
    contractGaps,
    name: () => profile,
    use(name: Profile) {
      profile = name;
      Object.assign(contractGaps, profiles[name], own);
    },
    view: (): ProfileView => ({
      profile,
      own: Object.keys(own),
      settings: Object.fromEntries(
        Object.entries(settings).map(([name, { gap, says }]) => {
          const value: unknown = contractGaps[name as keyof ContractGaps];
          const [section, words] = gaps[gap];
          return [
            name,
            { section, contractGaps: words, says, value: typeof value === 'function' ? 'function' : value },
          ];
        }),
      ),
    }),
  };
}
