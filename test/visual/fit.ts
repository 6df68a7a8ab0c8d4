/** Runs in the page: whether all of a tag can be read where it stands. */

/** Rounding. CSS pixels. */
const SLACK_PX = 1;
/** A column of text narrower than this, in more lines than that, is broken up and not wrapped. CSS pixels. */
const NARROW_PX = 44;
const MANY_LINES = 2;
/** Letters. */
const LONG_WORD = 16;
/** In scripts with a space between words. */
const WORD = /(?:(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}ー])[\p{L}\p{M}\p{N}]){2,}/gu;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Everything in a tag as it stands on the page: with the tags in it, and what is in its slots. */
export const allOf = (tag: Element): Element[] => [
  ...new Set(
    [...tag.shadowRoot!.querySelectorAll('*')].flatMap((element) => [
      element,
      ...(element.shadowRoot ? allOf(element) : []),
      ...(element instanceof HTMLSlotElement ? element.assignedElements({ flatten: true }) : []),
    ]),
  ),
];

/** For screen readers or print only, not open, or in the tile of the code, which is cut on purpose. */
const isApart = (element: Element) => !!element.closest('.vh, .away, .tile, svg, [popover]:not(:popover-open)');
const isInline = (style: CSSStyleDeclaration) => style.display === 'inline';

const sideways = (inner: Box, outer: Box) => inner.left < outer.left - SLACK_PX || inner.right > outer.right + SLACK_PX;
const meet = (a: Box, b: Box) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK_PX &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK_PX;

/** Where the letters of a text stand, line by line. */
function linesOf(text: Text): DOMRect[] {
  const range = document.createRange();
  range.selectNodeContents(text);
  return [...range.getClientRects()].filter(({ width }) => width);
}

/**
 * A word that goes on in the next line. A very long one may, where the browser may hyphenate it (this one has no
 * dictionaries); so may what is no word.
 */
function broken(text: Text): string | undefined {
  const parent = text.parentElement!;
  if (parent.closest('.addr, code, pre')) return;
  const { hyphens } = getComputedStyle(parent);
  for (const { index, 0: word } of text.data.matchAll(WORD)) {
    if (hyphens === 'auto' && word.length >= LONG_WORD) continue;
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) return word;
  }
}

/** The nearest box around a text. */
function boxOf(text: Text): Element {
  let box = text.parentElement!;
  while (isInline(getComputedStyle(box))) box = box.parentElement!;
  return box;
}

function* faultsOfText(element: Element): Generator<string> {
  for (const text of element.childNodes) {
    if (!(text instanceof Text) || !text.data.trim()) continue;
    const box = boxOf(text);
    const lines = linesOf(text);
    const around = box.getBoundingClientRect();
    if (lines.some((line) => sideways(line, around))) yield 'stands out of its box';
    const word = broken(text);
    if (word) yield `breaks '${word}'`;
    if (around.width < NARROW_PX && new Set(lines.map(({ top }) => top)).size > MANY_LINES) yield 'is broken up';
  }
}

function* faultsOfElement(element: HTMLElement, around: Box): Generator<string> {
  const style = getComputedStyle(element);
  const rect = element.getBoundingClientRect();
  if (!rect.width || !rect.height) return;
  yield* faultsOfText(element);
  if (sideways(rect, around)) yield 'is wider than the card';
  if (isInline(style)) return;
  if (element.scrollWidth > element.clientWidth + SLACK_PX) yield 'is too narrow for what is in it';
  if (style.overflowY !== 'visible' && element.scrollHeight > element.clientHeight + SLACK_PX) yield 'cuts off text';
  if (!/flex|grid/.test(style.display)) return;
  const children = [...element.children].filter(
    (child) => !isApart(child) && getComputedStyle(child).position === 'static',
  );
  const rects = children.map((child) => child.getBoundingClientRect());
  if (rects.some((one, at) => rects.slice(at + 1).some((other) => meet(one, other)))) yield 'has parts over each other';
}

const nameOf = (element: Element) =>
  element.getAttribute('part') ?? `${element.localName}.${element.className}`.replace(/\.$/, '');

/** What can be pressed in a tag, as it is laid out now. */
const targetsOf = (tag: Element): Element[] =>
  allOf(tag).filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    return element.matches('a, button, summary') && !isApart(element) && width > 0 && height > 0;
  });

/** An open popover lies over the card. */
const layerOf = (element: Element) => element.closest('[popover]');

/** What in a tag is too small for a finger, or so near to another thing to press that it lies over it. */
export function untouchable(tag: Element, least: number): string[] {
  const targets = targetsOf(tag).map((element) => [element, element.getBoundingClientRect()] as const);
  return targets.flatMap(([element, rect], at) => {
    const { width, height } = rect;
    const small = width < least || height < least ? [`is ${width} x ${height}`] : [];
    const near = targets
      .slice(at + 1)
      .filter(([other, area]) => layerOf(other) === layerOf(element) && meet(rect, area));
    return [...small, ...near.map(([other]) => `lies over ${nameOf(other)}`)].map(
      (fault) => `${nameOf(element)} ${fault}`,
    );
  });
}

/** What of a tag does not fit: where, what is the matter, and the text. */
export function faultsOf(tag: Element): string[] {
  const around = tag.getBoundingClientRect();
  return allOf(tag).flatMap((element) => {
    if (!(element instanceof HTMLElement) || isApart(element) || element.matches('slot')) return [];
    return [...faultsOfElement(element, around)].map(
      (fault) => `${nameOf(element)} ${fault}: ${element.textContent.replace(/\s+/g, ' ').trim().slice(0, 80)}`,
    );
  });
}
