import { lazyModule } from './lazy-module.ts';

/** The secondary messages of the languages beside English. */
export const secondaryLocales = lazyModule(() => import('../../i18n/secondary-locales.ts'));
