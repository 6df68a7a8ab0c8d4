import { css } from 'lit';

/** Styles of the view for a payer who has sent the money. */
export const sentStyles = css`
  .sent {
    display: grid;
    gap: 12px;
  }
  .sent h2 {
    font-size: 1.267em;
    line-height: 1.25;
  }
  .sent h3 {
    margin-block-start: 4px;
    font-size: 1em;
  }
  .sent h2:focus {
    outline: none;
  }
  .sent p {
    color: var(--_muted);
  }
  .sent ul {
    display: grid;
    gap: 8px;
    margin: 0;
    padding-inline-start: 20px;
  }
`;
