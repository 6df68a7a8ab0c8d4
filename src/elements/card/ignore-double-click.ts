/**
 * Creates a listener that ignores the second click of a double click: it may hit a control that has just appeared
 * there.
 */
export function ignoreDoubleClick(act: () => void): (event: MouseEvent) => void {
  return ({ detail }) => {
    if (detail < 2) act();
  };
}
