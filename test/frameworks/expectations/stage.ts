/** Where an expectation is played: in the page, with a tag that a framework puts there and takes away. */
import type { PayElement } from '../../../src/elements/index.ts';
import type { OpenResources } from '../../support/open-resources.ts';
import { TAGS, type Given, type Row } from './tags.ts';

export type Tag = PayElement;

/** A page of a framework's own, with one tag in it. */
export interface Page {
  readonly update: (next: Given) => void;
  readonly unmount: () => void;
  /** What the framework's own reference holds: the tag, or the wrapper's instance that has it. */
  readonly ref: () => Tag | { readonly element: Tag | undefined; refresh(): void } | null | undefined;
}

/** The tag that a reference leads to. */
export const elementOf = (ref: ReturnType<Page['ref']>): Tag | undefined =>
  ref ? ('element' in ref ? ref.element : ref) : undefined;

export type Mount = (place: HTMLElement, given: Given) => Page;

/** What has not come to be after so long is missing. */
const PATIENCE_MS = 10_000;
/** So often it is looked for at once; then others get their turn, the network above all. */
const EAGER_LOOKS = 20;
/** Between two looks after those. Milliseconds. */
const POLL_INTERVAL_MS = 1;

const turn = () =>
  new Promise<void>((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(undefined);
  });

/** Waits for something to be so. */
export async function until<T>(look: () => T): Promise<NonNullable<T>> {
  const end = performance.now() + PATIENCE_MS;
  for (let looks = 1; ; looks++) {
    const seen = look();
    if (seen) return seen;
    if (performance.now() > end) throw new Error(`waited in vain for ${String(look)}`);
    await (looks < EAGER_LOOKS ? turn() : new Promise((done) => setTimeout(done, POLL_INTERVAL_MS)));
  }
}

const written = (value: unknown) =>
  JSON.stringify(value, (_name, each: unknown) => (each === undefined ? '(undefined)' : each));

export function same(seen: unknown, expected: unknown, what = ''): void {
  if (written(seen) !== written(expected)) throw new Error(`${what} ${written(seen)}, not ${written(expected)}`);
}

/** A tag, and the tags that it shows itself by. */
const tagsOf = (tag: Tag) => [tag, ...(tag.shadowRoot?.querySelectorAll<Tag>(Object.keys(TAGS).join()) ?? [])];

export const inside = (tag: Tag, selector: string): HTMLElement | null =>
  tagsOf(tag)
    .map(({ shadowRoot }) => shadowRoot?.querySelector<HTMLElement>(selector))
    .find(Boolean) ?? null;

export const part = (tag: Tag, name: string) => inside(tag, `[part~="${name}"]`);

/** All the words of a tag. */
export const shown = (tag: Tag) =>
  tagsOf(tag)
    .map(({ shadowRoot }) => shadowRoot?.textContent ?? '')
    .join(' ');

/** What a slot of the card shows of the page; nothing where the card has no such slot now. */
export const slotted = (tag: Tag, slot: string) =>
  (inside(tag, `slot[name=${slot}]`) as HTMLSlotElement | null)
    ?.assignedElements()
    .map(({ textContent }) => textContent.trim())
    .join();

export interface Stage {
  readonly resources: OpenResources;
  /** Has the framework mount the tag; by default with a payment and no news of it, and in the page's body. */
  readonly mount: (given?: Given, around?: Node) => Page & { readonly place: HTMLElement };
  /** The same, once its card shows what it was given. */
  readonly show: (given?: Given, around?: Node) => Promise<Page & { readonly place: HTMLElement; readonly tag: Tag }>;
  /** How often an address was asked. */
  readonly requestOf: (path: string) => number;
}

export type Expectation = (stage: Stage) => Promise<void>;

/** Plays one expectation; whatever it was, nothing may be left of it, and nobody may have complained. */
export async function play(
  mount: Mount,
  name: string,
  row: Row,
  expectation: Expectation,
  resources: OpenResources,
  own: object,
): Promise<void> {
  const mounted: (() => void)[] = [];
  const stage: Stage = {
    resources,
    mount(given = row.give(), around = document.body) {
      const place = around.appendChild(document.createElement('main'));
      const page = mount(place, given);
      let there = true;
      const unmount = () => {
        if (there) page.unmount();
        there = false;
        if (!place.hasChildNodes()) place.remove();
      };
      mounted.push(unmount);
      return { ...page, unmount, place };
    },
    async show(given, around) {
      const page = stage.mount(given, around);
      const tag = await until(() => page.place.querySelector<Tag>(name));
      await until(() => inside(tag, '[role=status]') && !tagsOf(tag).some((each) => each.matches(':state(loading)')));
      await tag.updateComplete;
      return { ...page, tag };
    },
    requestOf: (path) => resources.requested.filter((each) => each === path).length,
  };
  // What an expectation before this one left is its own failure.
  const before = await resources.left();
  resources.messages.length = 0;
  document.body.replaceChildren();
  try {
    await expectation(stage);
  } finally {
    for (const unmount of mounted) unmount();
  }
  await until(() => !resources.busy());
  // A lock that was given back is held until the browser's other process has heard of it.
  const end = performance.now() + PATIENCE_MS;
  while (written((await resources.left()).locks) !== written(before.locks) && performance.now() < end) await turn();
  same(await resources.left(), Object.keys(before).length ? before : own, 'left behind:');
  same(document.body.innerHTML.trim(), '', 'left in the page:');
  same(resources.messages, [], 'said:');
}
