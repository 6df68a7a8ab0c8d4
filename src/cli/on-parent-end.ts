/** How often the parent process is looked for. Milliseconds. */
const INTERVAL_MS = 500;

/**
 * Calls back when the process that has started this one has ended, if npm, npx or another package manager has started it.
 * They start a shell, which ends at SIGTERM and does not pass it on. Returns a function that ends this.
 */
export function onParentEnd(callback: () => void): () => void {
  if (process.env['npm_config_user_agent'] === undefined || process.platform === 'win32') return () => {};
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
