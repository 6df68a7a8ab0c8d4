import { flushSync, mount as start, unmount } from 'svelte';
import Page from './Page.svelte';

export function mount(place, tag, first) {
  const page = start(Page, { target: place, props: { tag, first } });
  flushSync();
  return { update: (next) => flushSync(() => page.update(next)), unmount: () => void unmount(page) };
}
