/** Focuses a control, or an element that is none, such as a heading. A screen reader continues reading from there. */
export function focusOn(place: Element | null): void {
  if (!(place instanceof HTMLElement)) return;
  if (!place.matches('a, button')) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}
