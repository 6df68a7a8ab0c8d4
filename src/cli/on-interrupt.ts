import { constants } from 'node:os';
import { onParentEnd } from './on-parent-end.ts';

/** A terminal sends SIGINT at Ctrl-C, and SIGHUP when it is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `stop` at the first of these signals, or when the shell of npm or npx has ended, and then ends this process. A second
 * signal ends it at once. Returns a function that ends this.
 */
export function onInterrupt(stop: () => Promise<void>): () => void {
  const interrupt = (signal: NodeJS.Signals): void => {
    forget();
    void stop().finally(() => process.exit(128 + constants.signals[signal]));
  };
  const stopWatching = onParentEnd(() => interrupt('SIGTERM'));
  const forget = () => {
    stopWatching();
    SIGNALS.forEach((signal) => process.off(signal, interrupt));
  };
  SIGNALS.forEach((signal) => process.on(signal, interrupt));
  return forget;
}
