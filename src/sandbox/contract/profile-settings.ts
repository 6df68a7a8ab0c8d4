import type { ContractGaps } from './contract-gaps.ts';
import { profiles } from './profiles.ts';
import type { Profile } from './profiles.ts';
import { gaps, settings } from './settings.ts';

/** The value of one setting. */
export interface SettingView {
  /** The contract's section, and its sentence about the behaviour that is not shown. */
  readonly section: string;
  readonly contractGaps: string;
  readonly says: string;
  /** A JSON value; a function is shown as the text 'function'. */
  readonly value: unknown;
}

/** The profile, and the value of each setting. */
export interface ProfileView {
  readonly profile: Profile;
  /** The names of the settings that were set individually and override the profile. */
  readonly own: readonly string[];
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
