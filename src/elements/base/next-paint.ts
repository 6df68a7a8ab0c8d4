/** The maximum time to wait for a paint: a page in a hidden frame or in the background may have no frames. Milliseconds. */
const PAINT_LIMIT_MS = 500;

/**
 * Resolves after the next paint of the page: the second frame starts when the first one was painted. Resolves at once
 * when the page is hidden, and after half a second when it has no frames.
 */
export const nextPaint = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) return resolve();
    const timer = setTimeout(resolve, PAINT_LIMIT_MS);
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        clearTimeout(timer);
        resolve();
      }),
    );
  });
