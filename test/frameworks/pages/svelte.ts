import { flushSync, mount as start, unmount } from 'svelte';
import Page from './Page.svelte?pay-tag';

export function mount(place, first) {
  const page = start(Page, { target: place, props: { first } });
  flushSync();
  return { update: (next) => flushSync(() => page.update(next)), unmount: () => void unmount(page), ref: page.ref };
}
