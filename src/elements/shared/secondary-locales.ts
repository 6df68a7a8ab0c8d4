import { lazyModule } from './lazy-module.ts';

/** The secondary messages of the languages besides English. */
export const secondaryLocales = lazyModule(() => import('../../i18n/secondary-locales.ts'));
