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
  .sent :focus {
    outline: none;
  }
  .sent p {
    color: var(--_muted);
  }
  .sent ul {
    display: grid;
    gap: 8px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .sent li {
    display: grid;
    grid-template-columns: 16px minmax(0, 1fr);
    gap: 10px;
  }
  .sent li::before {
    content: '';
    block-size: 16px;
    margin-block-start: 3px;
    border: 2px solid var(--_muted);
    border-radius: 5px;
  }
`;
