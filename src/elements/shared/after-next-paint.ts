/**
 * Resolves after the next paint of the page: the second frame starts when the first one was painted. Resolves at once
 * when the page is hidden, because it has no frames then.
 */
export const afterNextPaint = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) resolve();
    else requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
