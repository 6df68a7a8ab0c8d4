/** Focuses an element that is not a control, such as a heading. A screen reader continues reading from there. */
export function focusOn(place: Element | null): void {
  if (!(place instanceof HTMLElement)) return;
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}
