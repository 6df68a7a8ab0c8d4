/** Runs in the page: what a payer can press, and what tells that it has the focus. */
import { allOf, faultsOf } from './fit.ts';
import { settled, showAll, views } from './views.ts';

const PRESSABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

const pressable = (tag: Element): HTMLElement[] =>
  allOf(tag)
    .filter((element): element is HTMLElement => element instanceof HTMLElement && element.matches(PRESSABLE))
    .filter((element) => element.checkVisibility({ visibilityProperty: true }));

const frame = () => new Promise((done) => requestAnimationFrame(done));

const nameOf = (element: Element) =>
  element.getAttribute('part') ?? `${element.localName} '${element.textContent.replace(/\s+/g, ' ').trim()}'`;

const each = (announce: (tag: HTMLElement) => string[]) =>
  [...views].flatMap(([name, tag]) => announce(tag).map((fault) => `${name}: ${fault}`));

/** What is smaller than a finger needs (WCAG 2.2, 2.5.8). CSS pixels. */
const small = (least: number): string[] =>
  each((tag) =>
    pressable(tag).flatMap((element) => {
      const { width, height } = element.getBoundingClientRect();
      return width < least || height < least ? [`${nameOf(element)} is ${width} x ${height}`] : [];
    }),
  );

/** What does not fit. Words of twice the size may break. */
const misfits = (): string[] => each((tag) => faultsOf(tag).filter((fault) => !fault.includes(' breaks ')));

/** Buttons that nothing but a ground tells from text: with the system's own colours there is none. */
const unbordered = (): string[] =>
  each((tag) =>
    pressable(tag)
      .filter((element) => element.matches('.main, .plain, .choice, .ghost'))
      .filter((element) => getComputedStyle(element).borderTopWidth === '0px')
      .map(nameOf),
  );

/** Leaves one view on the page, between two buttons of the shop. Gives the names of what can be pressed in it, in order. */
async function alone(name: string): Promise<string[]> {
  const tag = views.get(name)!;
  const [before, after] = ['before', 'after'].map((text) => {
    const button = document.createElement('button');
    button.textContent = text;
    return button;
  });
  document.body.replaceChildren(before!, tag, after!);
  before!.focus();
  await settled();
  return pressable(tag).map(nameOf);
}

/** What has the focus. Nothing where it is not in the tag. */
function focused(): { name: string; seen: boolean } | undefined {
  let at = document.activeElement!;
  if (at.parentElement === document.body && !at.shadowRoot) return undefined;
  while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(at);
  // The ring is drawn outside of the element, on what is around it.
  const ground = getComputedStyle(at.closest('.card, .banner') ?? at).backgroundColor;
  // A link of the shop in a slot has the browser's own ring.
  const seen =
    outlineStyle === 'auto' || (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && outlineColor !== ground);
  return { name: nameOf(at), seen };
}

/** Opens what a view can open. Gives what of it is not in the window, one after the other. */
async function outOfSight(): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, tag] of views)
    for (const opener of pressable(tag).filter((element) => element.hasAttribute('popovertarget'))) {
      opener.scrollIntoView();
      opener.click();
      const pop = opener.nextElementSibling as HTMLElement;
      while (!pop.matches('.placed') || !pop.querySelector('.menu, slot')) await frame();
      // What a menu wears comes with it, and it is put in its place again.
      for (let still = 0, last = ''; still < 3; await frame()) {
        const { x, y, width } = pop.getBoundingClientRect();
        const now = [x, y, width].join();
        still = now === last ? still + 1 : 0;
        last = now;
      }
      const { left, right, top, bottom } = pop.getBoundingClientRect();
      if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
        faults.push(`${name}: ${nameOf(pop)} at ${[left, top, right, bottom].join()}`);
      if (pop.scrollWidth > pop.clientWidth) faults.push(`${name}: ${nameOf(pop)} is too narrow`);
      pop.hidePopover();
    }
  return faults;
}

const calls = { showAll, settled, small, misfits, unbordered, alone, focused, outOfSight, names: [...views.keys()] };

declare global {
  interface Window {
    everyone: typeof calls;
  }
}

window.everyone = calls;
