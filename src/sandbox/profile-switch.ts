import type { NotShown } from './not-shown.ts';
import { profiles } from './profiles.ts';
import type { Profile } from './profiles.ts';
import { gaps, switches } from './switches.ts';

/** What one switch stands at. */
export interface SwitchView {
  /** The contract's section, and its words for what it does not show. */
  readonly section: string;
  readonly notShown: string;
  readonly says: string;
  /** As JSON can hold it; a function is the text 'function'. */
  readonly value: unknown;
}

/** The profile, and what each switch stands at. */
export interface ProfileView {
  readonly profile: Profile;
  /** The switches that were set one by one, whatever the profile says. */
  readonly own: readonly string[];
  readonly switches: Readonly<Record<string, SwitchView>>;
}

/** Holds the choices of a profile, with single ones set apart. Everybody reads the one object, so it can change later. */
export function createProfileSwitch(begin: Profile, own: Partial<NotShown>) {
  let profile = begin;
  const notShown: NotShown = { ...profiles[begin], ...own };

  return {
    notShown,
    name: () => profile,
    use(name: Profile) {
      profile = name;
      Object.assign(notShown, profiles[name], own);
    },
    view: (): ProfileView => ({
      profile,
      own: Object.keys(own),
      switches: Object.fromEntries(
        Object.entries(switches).map(([name, { gap, says }]) => {
          const value: unknown = notShown[name as keyof NotShown];
          const [section, words] = gaps[gap];
          return [name, { section, notShown: words, says, value: typeof value === 'function' ? 'function' : value }];
        }),
      ),
    }),
  };
}
