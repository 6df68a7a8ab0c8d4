/* oxlint-disable typescript/unbound-method -- what is replaced here is called on what it was taken from */

/** What is under way in a page, by kind; a kind of which nothing is left is not there. */
export type Left = Partial<Record<'timers' | 'listeners' | 'requests' | 'channels' | 'observers' | 'locks', string[]>>;

export interface OpenResources {
  /** Every requested address, in order. */
  readonly requested: readonly string[];
  /** What was complained of: errors, rejections nobody caught, and the console's errors and warnings. */
  readonly messages: string[];
  /** Whether frames or short timers, by which frameworks put off their own work, are still to come. */
  busy(): boolean;
  /** The requests under way. */
  open(): readonly string[];
  /** For how long each timer was set, in milliseconds, short ones apart. */
  timers(): readonly number[];
  left(): Promise<Left>;
}

/**
 * Writes down what a page begins and ends: timers, listeners on what outlives a tag, requests, channels between tabs,
 * observers and locks. To be run before everything else. It goes into the page as its own text, so nothing outside of
 * it is there.
 */
export function trackOpenResources(): OpenResources {
  /** Frameworks put off their own work for less. Milliseconds. */
  const SHORT_MS = 100;
  const timers = new Map<unknown, number>();
  const frames = new Set<number>();
  const listeners = new Map<EventTarget, { type: string; listener: unknown; capture: boolean }[]>();
  const requests = new Map<object, string>();
  const channels = new Set<BroadcastChannel>();
  const observers = new Map<object, Set<Element>>();
  const requested: string[] = [];
  const messages: string[] = [];

  const { setTimeout, clearTimeout, setInterval, clearInterval, fetch } = window;
  const { requestAnimationFrame, cancelAnimationFrame } = window;
  window.setTimeout = ((run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    const id = setTimeout(() => {
      timers.delete(id);
      run(...args);
    }, ms);
    timers.set(id, ms);
    return id;
  }) as typeof setTimeout;
  window.setInterval = ((...args: Parameters<typeof setInterval>) => {
    const id = setInterval(...args);
    timers.set(id, Infinity);
    return id;
  }) as typeof setInterval;
  window.clearTimeout = (id) => void (timers.delete(id), clearTimeout(id));
  window.clearInterval = (id) => void (timers.delete(id), clearInterval(id));
  window.requestAnimationFrame = (run) => {
    const id = requestAnimationFrame((now) => {
      frames.delete(id);
      run(now);
    });
    frames.add(id);
    return id;
  };
  window.cancelAnimationFrame = (id) => void (frames.delete(id), cancelAnimationFrame(id));

  window.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const path = new URL(url, location.href).pathname;
    const call = {};
    requested.push(path);
    requests.set(call, path);
    return fetch(input, init).finally(() => requests.delete(call));
  };

  const { addEventListener, removeEventListener } = EventTarget.prototype;
  /** A tag's own nodes go with it, and a request's signal with the request. */
  const outlives = (target: EventTarget) =>
    !(target instanceof AbortSignal) &&
    (!(target instanceof Node) || [document, document.documentElement, document.body].includes(target as Document));
  type Options = boolean | AddEventListenerOptions | undefined;
  const forget = (target: EventTarget, type: string, listener: unknown, capture: boolean) => {
    const there = listeners.get(target) ?? [];
    const at = there.findIndex((each) => each.type === type && each.listener === listener && each.capture === capture);
    if (at >= 0) there.splice(at, 1);
    return there;
  };
  EventTarget.prototype.addEventListener = function (
    this: EventTarget | undefined,
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: Options,
  ) {
    const target = this ?? window;
    addEventListener.call(target, type, listener, options);
    if (!listener || !outlives(target)) return;
    const { capture = false, once = false, signal } = typeof options === 'object' ? options : { capture: options };
    if (signal?.aborted) return;
    const over = () => void forget(target, type, listener, capture);
    listeners.set(target, [...forget(target, type, listener, capture), { type, listener, capture }]);
    if (once) addEventListener.call(target, type, over, { capture, once });
    if (signal) addEventListener.call(signal, 'abort', over);
  };
  EventTarget.prototype.removeEventListener = function (
    this: EventTarget | undefined,
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | EventListenerOptions,
  ) {
    const target = this ?? window;
    removeEventListener.call(target, type, listener, options);
    forget(target, type, listener, typeof options === 'object' ? !!options.capture : !!options);
  };

  window.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      channels.add(this);
    }
    override close() {
      channels.delete(this);
      super.close();
    }
  };
  for (const { prototype } of [ResizeObserver, IntersectionObserver, MutationObserver] as (typeof ResizeObserver)[]) {
    const { observe, disconnect, unobserve } = prototype;
    prototype.observe = function (target, ...rest) {
      observers.set(this, (observers.get(this) ?? new Set()).add(target));
      observe.call(this, target, ...rest);
    };
    prototype.disconnect = function () {
      observers.delete(this);
      disconnect.call(this);
    };
    // A MutationObserver has none.
    if (unobserve)
      prototype.unobserve = function (target) {
        observers.get(this)?.delete(target);
        unobserve.call(this, target);
      };
  }

  for (const level of ['error', 'warn'] as const) {
    const print = console[level];
    console[level] = (...args) => {
      messages.push(args.map(String).join(' '));
      print(...args);
    };
  }
  addEventListener.call(window, 'error', (event) => void messages.push((event as ErrorEvent).message));
  addEventListener.call(window, 'unhandledrejection', (event) => {
    messages.push(String((event as PromiseRejectionEvent).reason));
  });

  const nameOf = (target: object) => target.constructor.name.replace(/^HTML(?=Document)/, '').toLowerCase();
  const lasting = () => [...timers.values()].filter((ms) => ms >= SHORT_MS);
  return {
    requested,
    messages,
    busy: () => frames.size > 0 || timers.size > lasting().length,
    open: () => [...requests.values()],
    timers: lasting,
    async left() {
      const { held = [], pending = [] } = await navigator.locks.query();
      const all: Required<Left> = {
        timers: lasting().map((ms) => `${ms} ms`),
        listeners: [...listeners].flatMap(([target, there]) => there.map(({ type }) => `${nameOf(target)} ${type}`)),
        requests: [...requests.values()],
        channels: [...channels].map(({ name }) => name),
        observers: [...observers].flatMap(([each, targets]) => [...targets].map(() => nameOf(each))),
        locks: [...held, ...pending].map(({ name }) => name ?? ''),
      };
      return Object.fromEntries(Object.entries(all).filter(([, some]) => some.length > 0));
    },
  };
}
