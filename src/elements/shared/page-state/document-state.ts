import type { Sign } from '../../../view/outcome-view.ts';
import type { Tone } from '../../../view/status.ts';
import { SIGNS } from '../signs.ts';

/** The state of a payment that the document shows. */
interface PageState {
  /** The text before the page's own title. */
  readonly title: string;
  /** Colour and sign of the icon; `undefined` when the shop does not want an icon. */
  readonly look: readonly [Tone, Sign] | undefined;
}

const COLORS: Readonly<Record<Tone, string>> = {
  ok: '#137a3f',
  wait: '#0b57d0',
  warn: '#8a5a00',
  bad: '#b3261e',
  calm: '#5a6472',
};

/** The state of each element. The document shows the one that changed last. */
const states = new Map<object, PageState>();

/** The page's own title, and the title that replaces it. */
let title: { readonly own: string; readonly shown: string } | undefined;

/** The page's own icons with their removed `rel`, and the icon that replaces them. */
let icon:
  { readonly own: readonly (readonly [HTMLLinkElement, string])[]; readonly shown: HTMLLinkElement } | undefined;

/** Shows the state of a payment in the document's title and icon. */
export function showPageState(tag: object, state: PageState): void {
  states.delete(tag);
  states.set(tag, state);
  draw();
}

/** Removes the state of an element. */
export function clearPageState(tag: object): void {
  if (states.delete(tag)) draw();
}

/** The page's own title. If the page has changed the title in the meantime, that is its own. */
export const ownTitle = (): string => (title?.shown === document.title ? title.own : document.title);

function draw() {
  const state = [...states.values()].at(-1);
  const own = ownTitle();
  if (state) {
    const shown = own ? `${state.title} – ${own}` : state.title;
    document.title = shown;
    // Read back, because the browser collapses spaces in `document.title`.
    title = { own, shown: document.title };
  } else {
    if (title) document.title = own;
    title = undefined;
  }
  drawIcon(state?.look);
}

function drawIcon(look: PageState['look']) {
  for (const [link, rel] of icon?.own ?? []) link.rel = rel;
  icon?.shown.remove();
  icon = undefined;
  if (!look) return;
  const [tone, sign] = look;
  const links = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel~="icon"]')];
  const own = links.map((link) => [link, link.rel] as const);
  for (const link of links) link.removeAttribute('rel');
  const shown = document.createElement('link');
  shown.rel = 'icon';
  shown.type = 'image/svg+xml';
  const path = `<path d="${SIGNS[sign]}" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><circle cx="10" cy="10" r="10" fill="${COLORS[tone]}"/>${path}</svg>`;
  shown.href = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  document.head.append(shown);
  icon = { own, shown };
}
