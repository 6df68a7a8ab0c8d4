/** Locks and channels, which connect the tabs of a browser. Both may throw or reject, and the lock may never be granted. */
export interface TabsPorts {
  /** Calls `hold` once the lock is granted, and keeps the lock until the promise settles (Web Locks). */
  request(name: string, options: { signal: AbortSignal }, hold: () => Promise<void>): Promise<unknown>;
  channel(name: string): Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>;
}

/** What the models need of their environment. The page gives `pagePorts`; tests give a clock and a network of their own. */
export interface PagePorts {
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** The payer's clock, in ms since 1970. It may be wrong. */
  date(): number;
  /** Calls `run` once after `ms` milliseconds. Returns a function that cancels the call. */
  wait(run: () => void, ms: number): () => void;
  /** A random number from 0 up to, but not including, 1. */
  random(): number;
  /** Whether the payer asks for reduced data usage (`Save-Data`): every interval is twice as long. */
  savesData(): boolean;
  hidden(): boolean;
  online(): boolean;
  /**
   * Calls `run` when the page is shown or hidden or the network is back, and with `true` when the page is left, perhaps
   * for the back/forward cache. Returns a function that removes the listeners.
   */
  onPageLifecycle(run: (left: boolean) => void): () => void;
  /** Calls `run` when the page was restored from the back/forward cache. Returns a function that removes the listener. */
  onRestored(run: () => void): () => void;
  /** The absolute form of a web address, relative to the page; `undefined` for anything else. */
  resolve(address: string | undefined): string | undefined;
  /** Reads and writes a text that this tab keeps over a reload. */
  readonly memory: { get(key: string): string | undefined; set(key: string, text: string): void };
  /** When absent, this page polls by itself. */
  readonly tabs?: TabsPorts;
}
