import { css } from 'lit';

/** Styles of the instructions for the code. */
export const styles = css`
  .right h2 {
    font-size: 1.2em;
    line-height: 1.2;
  }
`;
