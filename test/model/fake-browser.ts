/** A clock that goes on only when told, and a browser with several tabs: locks, channels, pages that are left. */
import type { Known } from '../../src/core/payments/phases.ts';
import { Poller } from '../../src/model/poller.ts';
import type { PagePorts, TabsPorts } from '../../src/model/ports.ts';
import { webUrl } from '../../src/core/web.ts';

/** The reason of an aborted request. One object, because a stack trace for each takes a quarter of the time. */
export const ABORTED = new DOMException('called off', 'AbortError');

export const MINUTE = 60_000;

export type Clock = ReturnType<typeof createClock>;

/** The bodies of responses that are being read. */
const readings = new Set<Promise<unknown>>();

/** Returns a response whose body `settle` waits for. */
export function read(response: Response): Response {
  const text = response.text.bind(response);
  response.text = () => {
    const reading = text().finally(() => readings.delete(reading));
    readings.add(reading);
    return reading;
  };
  return response;
}

/** Runs all microtasks, and waits until the bodies of all responses are read. The clock does not go on. */
export async function settle(): Promise<void> {
  await new Promise(setImmediate);
  while (readings.size) {
    await Promise.all(readings);
    await new Promise(setImmediate);
  }
}

/** Milliseconds from 1 s on. All settles before the first timer and after every one. */
export function createClock() {
  let now = 1_000;
  let timers: { at: number; run: () => void }[] = [];
  const first = () => timers.reduce((least, each) => (each.at < least.at ? each : least), timers[0]!);
  return {
    now: () => now,
    wait: (run: () => void, ms: number) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => void (timers = timers.filter((each) => each !== timer));
    },
    /** How many timers wait, and until when the first of them does. */
    get waiting() {
      return timers.length;
    },
    get next() {
      return timers.length ? first().at : undefined;
    },
    turn: async (ms: number) => {
      const end = now + ms;
      await settle();
      for (let timer = first(); timer && timer.at <= end; timer = first()) {
        now = timer.at;
        timers = timers.filter((each) => each !== timer);
        timer.run();
        await settle();
      }
      now = end;
    },
  };
}

/** A question that a tab of the browser asked. */
export interface TabRequest {
  readonly tab: string;
  readonly url: string;
  readonly at: number;
  readonly signal: AbortSignal;
}

/** What is wrong with a browser, or with one of its tabs. */
export interface Flaws {
  locks?: 'refused' | 'silent';
  channels?: 'refused' | 'deaf' | 'mute';
}

type Turns = (left: boolean) => void;

/** Tabs of one origin. `answer` answers all their questions. */
export function createBrowser(clock: Clock, answer: (poll: TabRequest) => Promise<Response>) {
  const requests: TabRequest[] = [];
  const channels = new Set<{ name: string; owner: string; onMessage: (data: unknown) => void }>();
  let locks: { name: string; owner: string; held: boolean; grant: () => void; drop: () => void }[] = [];
  let messageCount = 0;

  const grantNext = () => {
    for (const lock of locks)
      if (!lock.held && !locks.some(({ name, held }) => held && name === lock.name)) {
        lock.held = true;
        void Promise.resolve().then(lock.grant);
      }
  };

  /** One tab: what its page hands a poller, and what can happen to it. */
  function tab(name: string, { hidden = false, flaws = {}, chance = () => 0.5 }: Tab = {}) {
    let shown = !hidden;
    let alive = true;
    let standing: (() => void)[] | undefined;
    let turns: Turns[] = [];
    /** What the browser does in a tab: later in one that stands still, never in one that is gone. */
    const inTab = (run: () => void) => {
      if (!alive) return;
      if (standing) standing.push(run);
      else run();
    };

    const own: TabsPorts = {
      request(lockName, { signal }, hold) {
        if (flaws.locks === 'refused') return Promise.reject(new DOMException('no locks here', 'SecurityError'));
        if (flaws.locks === 'silent') return new Promise(() => {});
        return new Promise((done, refuse) => {
          const drop = () => {
            locks = locks.filter((each) => each !== lock);
            grantNext();
          };
          const grant = () => inTab(() => void hold().then(done).finally(drop));
          const lock = { name: lockName, owner: name, held: false, grant, drop };
          signal.addEventListener('abort', () => {
            if (lock.held) return;
            drop();
            refuse(ABORTED);
          });
          locks.push(lock);
          grantNext();
        });
      },
      channel(channelName) {
        if (flaws.channels === 'refused') throw new DOMException('no channels here', 'SecurityError');
        const channel: ReturnType<TabsPorts['channel']> = {
          onmessage: null,
          postMessage(message) {
            if (flaws.channels === 'mute') throw new DOMException('closed', 'InvalidStateError');
            messageCount++;
            for (const other of channels)
              if (other !== entry && other.name === channelName) {
                const data: unknown = structuredClone(message);
                void Promise.resolve().then(() => channels.has(other) && other.onMessage(data));
              }
          },
          close: () => void channels.delete(entry),
        };
        const onMessage = (data: unknown) =>
          flaws.channels !== 'deaf' &&
          inTab(() => void channel.onmessage?.call(channel as BroadcastChannel, { data } as MessageEvent));
        const entry = { name: channelName, owner: name, onMessage };
        channels.add(entry);
        return channel;
      },
    };

    const ports: PagePorts = {
      fetch(url, init) {
        const signal = init.signal!;
        const poll = { tab: name, url, at: clock.now(), signal };
        requests.push(poll);
        return new Promise((give, refuse) => {
          signal.addEventListener('abort', () => refuse(ABORTED));
          answer(poll).then(
            (response) => inTab(() => give(response)),
            () => inTab(() => refuse(new TypeError('network'))),
          );
        });
      },
      now: clock.now,
      date: () => Date.UTC(2026, 10, 20) + clock.now(),
      wait(run, ms) {
        let off = false;
        const callOff = clock.wait(() => inTab(() => off || run()), ms);
        return () => {
          off = true;
          callOff();
        };
      },
      random: chance,
      savesData: () => false,
      hidden: () => !shown,
      online: () => true,
      onPageLifecycle(run) {
        turns.push(run);
        return () => void (turns = turns.filter((each) => each !== run));
      },
      onRestored: () => () => {},
      resolve: (address) => webUrl(address, 'https://shop.example/'),
      memory: { get: () => undefined, set: () => {} },
      tabs: own,
    };
    const turn = async (left = false) => {
      for (const run of turns) run(left);
      await settle();
    };

    const end = () => {
      alive = false;
      for (const channel of channels) if (channel.owner === name) channels.delete(channel);
      for (const lock of locks.filter(({ owner }) => owner === name)) lock.drop();
    };
    return {
      name,
      ports,
      isShown: () => shown,
      /** The network is back, or so the browser says. */
      online: () => turn(),
      hide: async () => {
        shown = false;
        await turn();
      },
      show: async () => {
        shown = true;
        await turn();
      },
      /** Into the back/forward cache, as browsers do: first `pagehide`, then hidden, then nothing runs. */
      leave: async () => {
        await turn(true);
        shown = false;
        await turn();
        standing = [];
      },
      back: async () => {
        shown = true;
        standing = undefined;
        await turn();
      },
      /** Closed by the payer, or crashed: nothing of it runs any more. */
      async close() {
        end();
        await settle();
      },
      /** Stands still with all it holds, as under an alert or a debugger. */
      freeze: () => void (standing ??= []),
      async thaw() {
        const missed = standing ?? [];
        standing = undefined;
        for (const run of missed) {
          run();
          await settle(); // each is a task of its own
        }
      },
    };
  }

  /** A tab with a poller. */
  function open(name: string, { url = '/status/1', hidden, flaws, ...start }: Start = {}) {
    const made = tab(name, { ...(hidden && { hidden }), ...(flaws && { flaws }) });
    const poller = new Poller(url, made.ports, start);
    return { ...made, poller };
  }

  return {
    tab,
    open,
    requests,
    /** The names of the tabs that hold a lock or wait for one. */
    get leading() {
      return locks.filter(({ held }) => held).map(({ owner }) => owner);
    },
    get queueing() {
      return locks.map(({ owner }) => owner);
    },
    get channels() {
      return channels.size;
    },
    /** How many messages were sent. */
    get messageCount() {
      return messageCount;
    },
    /** What some other script of the shop says on the tabs' channel. */
    async postMessage(message: unknown) {
      for (const { onMessage } of channels) onMessage(message);
      await settle();
    },
  };
}

export interface Tab {
  readonly hidden?: boolean;
  readonly flaws?: Flaws;
  readonly chance?: () => number;
}

export interface Start extends Known, Omit<Tab, 'chance'> {
  readonly fresh?: boolean;
  readonly url?: string;
}
