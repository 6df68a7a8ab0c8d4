import type { ContractGaps } from './contract-gaps.ts';
import { profiles } from './profiles.ts';
import type { Profile } from './profiles.ts';
import { gaps, settings } from './settings.ts';

/** What one switch stands at. */
export interface SettingView {
  /** The contract's section, and its text for what it does not show. */
  readonly section: string;
  readonly contractGaps: string;
  readonly says: string;
  /** As JSON can hold it; a function is the text 'function'. */
  readonly value: unknown;
}

/** The profile, and what each switch stands at. */
export interface ProfileView {
  readonly profile: Profile;
  /** The settings that were set one by one, whatever the profile says. */
  readonly own: readonly string[];
  readonly settings: Readonly<Record<string, SettingView>>;
}

/** Holds the choices of a profile, with single ones set apart. Everybody reads the one object, so it can change later. */
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
