/** A listener that does not hear the second click of a double one: it may fall on what has just come under the finger. */
export function ignoreDoubleClick(act: () => void): (event: MouseEvent) => void {
  return ({ detail }) => {
    if (detail < 2) act();
  };
}
