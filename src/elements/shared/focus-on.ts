/** Puts the focus where there is nothing to press: a reader goes on from here. */
export function focusOn(place: Element | null): void {
  if (!(place instanceof HTMLElement)) return;
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}
