import { expect } from '@open-wc/testing';
import { pagePorts } from '../../src/elements/base/page-ports.ts';
import { pollerCount } from '../../src/model/poller.ts';
import { crypto, localcode, part, show, until, wallet, type Tag } from './support.ts';

const MANY = 1_000;

/** Checkouts beside them, each with an order that is asked for. */
const CHECKOUTS = 20;

/** Counts what a page is left with: timers that wait, and listeners on what outlives a tag. */
function trackResources() {
  const method = <K extends 'addEventListener' | 'removeEventListener'>(name: K) =>
    Object.getOwnPropertyDescriptor(EventTarget.prototype, name)!.value as EventTarget[K];
  const real = {
    setTimeout: window.setTimeout.bind(window) as typeof setTimeout,
    clearTimeout: window.clearTimeout.bind(window),
    setInterval: window.setInterval.bind(window) as typeof setInterval,
    add: method('addEventListener'),
    remove: method('removeEventListener'),
    BroadcastChannel: window.BroadcastChannel,
  };
  const timers = new Set<unknown>();
  const channels = new Set<BroadcastChannel>();
  const listeners = new Map<string, number>();
  const lasting = (target: EventTarget | undefined) => !target || target === window || target === document;
  const count = (type: string, by: number) => listeners.set(type, (listeners.get(type) ?? 0) + by);

  window.BroadcastChannel = class extends real.BroadcastChannel {
    constructor(name: string) {
      super(name);
      channels.add(this);
    }
    override close() {
      channels.delete(this);
      super.close();
    }
  };
  window.setTimeout = ((run: () => void, ms?: number) => {
    const id = real.setTimeout(() => {
      timers.delete(id);
      run();
    }, ms);
    timers.add(id);
    return id;
  }) as typeof setTimeout;
  window.clearTimeout = (id) => {
    timers.delete(id);
    real.clearTimeout(id);
  };
  window.setInterval = ((...args: Parameters<typeof setInterval>) => {
    const id = real.setInterval(...args);
    timers.add(id);
    return id;
  }) as typeof setInterval;
  EventTarget.prototype.addEventListener = function (this: EventTarget, ...args: Parameters<typeof real.add>) {
    if (lasting(this)) count(args[0], 1);
    return real.add.apply(this ?? window, args);
  };
  EventTarget.prototype.removeEventListener = function (this: EventTarget, ...args: Parameters<typeof real.remove>) {
    if (lasting(this)) count(args[0], -1);
    return real.remove.apply(this ?? window, args);
  };
  return {
    timers,
    channels,
    /** How many locks are held or waited for. */
    async locks() {
      const { held = [], pending = [] } = await navigator.locks.query();
      return held.length + pending.length;
    },
    listeners: () => [...listeners].filter(([, left]) => left !== 0),
    close() {
      Object.assign(window, {
        setTimeout: real.setTimeout,
        clearTimeout: real.clearTimeout,
        setInterval: real.setInterval,
        BroadcastChannel: real.BroadcastChannel,
      });
      EventTarget.prototype.addEventListener = real.add;
      EventTarget.prototype.removeEventListener = real.remove;
    },
  };
}

describe('a page that tags come to and go from', () => {
  it(`has no timer, listener, request, lock, channel or node left after ${MANY} of them`, async function () {
    // A thousand cards on a busy machine take more than the usual limit. Milliseconds.
    this.timeout(180_000);
    const realFetch = window.fetch.bind(window);
    const requested = new Set<unknown>();
    let open = 0;
    window.fetch = (url, init) =>
      new Promise((_give, refuse) => {
        requested.add(url);
        open++;
        init!.signal!.addEventListener('abort', () => {
          open--;
          refuse(new DOMException('called off', 'AbortError'));
        });
      });
    // Everything that is loaded on demand is there before the counting begins.
    const first = await show('pay-crypto', crypto());
    part(first, 'help-button')!.click();
    await until(() => first.shadowRoot!.querySelector('#help.placed'));
    first.remove();

    const resources = trackResources();
    let left: object;
    try {
      const before = document.querySelectorAll('*').length;
      const kinds: [Tag, object][] = [
        ['pay-crypto', crypto()],
        ['pay-wallet', wallet()],
        ['pay-localcode', localcode()],
      ];
      const stage = document.createElement('div');
      document.body.append(stage);
      for (let at = 0; at < MANY; at++) {
        const [name, payment] = kinds[at % 3]!;
        const tag = document.createElement(name);
        tag.payment = payment;
        // Drawing hundreds of codes would only take time.
        if (at > 30 && 'qr' in tag) tag.qr = 'none';
        tag.statusUrl = `/status/${at % 50}`;
        stage.append(tag);
      }
      const tags = [...stage.children];
      const checkouts = Array.from({ length: CHECKOUTS }, (_, at) =>
        Object.assign(document.createElement('pay-checkout'), { src: `/orders/${at}` }),
      );
      stage.append(...checkouts);
      await until(() => tags.every((tag) => tag.shadowRoot?.querySelector('[role=status]')));
      // Not all of them are open: on a busy machine some have run into their limit by now, and rest.
      await until(() => requested.size === 50 + CHECKOUTS);
      expect(pollerCount(pagePorts)).to.equal(50);
      expect(resources.channels.size).to.equal(50);
      while ((await resources.locks()) < 50) await new Promise((done) => requestAnimationFrame(done));
      part(tags[0]!, 'help-button')!.click();
      part(tags[1]!, 'copy-button')?.click();
      await until(() => tags[0]!.shadowRoot!.querySelector('#help.placed'));
      expect(resources.timers.size).to.be.greaterThan(0);

      stage.remove();
      await until(() => open === 0);
      // Which the browser gives back in its own time.
      while (await resources.locks()) await new Promise((done) => requestAnimationFrame(done));
      left = {
        timers: resources.timers.size,
        channels: resources.channels.size,
        listeners: resources.listeners(),
        followed: pollerCount(pagePorts),
        nodes: document.querySelectorAll('*').length - before,
      };
    } finally {
      resources.close();
      window.fetch = realFetch;
    }
    expect(left).to.deep.equal({ timers: 0, channels: 0, listeners: [], followed: 0, nodes: 0 });
  });
});
