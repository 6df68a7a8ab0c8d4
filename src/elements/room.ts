import { supportsAdoptingStyleSheets } from 'lit';

/**
 * The room that a tag took keeps being its own while its views follow each other, so that nothing below it jumps. In a
 * sheet of its own: a rule for the host that the page's rules win over, and no style attribute where others write theirs.
 */
export class Room {
  #sheet: CSSStyleSheet | undefined;

  /** @param height - As computed for the host. CSS pixels; none when it is not drawn, or inline. */
  hold(root: ShadowRoot, height: number): void {
    if (!supportsAdoptingStyleSheets || !height) return;
    if (!this.#sheet) root.adoptedStyleSheets.push((this.#sheet = new CSSStyleSheet()));
    // In a window of another width, such as a phone that is turned, the same words take another room.
    this.#sheet.replaceSync(
      `@media (min-width:${innerWidth - 1}px) and (max-width:${innerWidth + 1}px){:host{min-block-size:${height}px}}`,
    );
  }

  release(): void {
    this.#sheet?.replaceSync('');
  }
}
