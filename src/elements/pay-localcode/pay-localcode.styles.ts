import { css } from 'lit';

/** What to do with the code. */
export const styles = css`
  .right h2 {
    font-size: 1.2em;
    line-height: 1.2;
  }
`;
