import { css } from 'lit';
import { markStyles } from '../card/marked-text.ts';

/** Styles of the two steps and the note. */
export const styles = css`
  .steps {
    display: grid;
    gap: var(--_gap);
    margin: 0;
    padding: 0;
    list-style: '';
    counter-reset: step;
  }
  .steps > li {
    counter-increment: step;
    display: grid;
    grid-template-columns: 28px minmax(0, 1fr);
    gap: 8px 10px;
  }
  .steps > li::before {
    content: counter(step);
    grid-row: 1;
    display: grid;
    place-items: center;
    inline-size: 24px;
    block-size: 24px;
    border: 1px solid var(--_line);
    border-radius: 50%;
    font-size: 0.867em;
    font-weight: 600;
  }
  .steps > li > * {
    grid-column: -2;
  }
  b {
    font-weight: 600;
  }
  .note {
    display: flex;
    gap: 10px;
    align-items: center;
    justify-content: space-between;
    padding: 8px 8px 8px 14px;
    padding-inline: 14px 8px;
    background: var(--pay-field, none);
    border: 1px dashed color-mix(in srgb, var(--_muted) 50%, transparent);
    border-radius: var(--_inner);
  }
  @container (max-width: 240px) {
    .steps > li > .note {
      grid-column: 1 / -1;
    }
  }
  .num {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  code {
    min-inline-size: 0;
    font: 600 1.067em/1.4 var(--_mono);
    /* A space at the end of a line takes its room, and does not stand out of the note. */
    white-space: break-spaces;
    /* The background makes spaces at the start and the end visible. */
    background: var(--_soft);
  }
  ${markStyles}
`;
