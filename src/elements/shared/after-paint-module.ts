import { lazyModule } from './lazy-module.ts';

/** The module that cards load after their first paint. */
export const afterPaint = lazyModule(() => import('./after-paint.ts'));

export type AfterPaint = typeof import('./after-paint.ts');
