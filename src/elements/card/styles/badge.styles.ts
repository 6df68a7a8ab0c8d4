import { css } from 'lit';

/** Styles of a coin's mark or first letter. */
export const badgeStyles = css`
  .badge {
    display: grid;
    place-items: center;
    inline-size: 22px;
    block-size: 22px;
    overflow: hidden;
    border-radius: 50%;
    font:
      700 0.857em/1 system-ui,
      sans-serif;
    color: #fff;
    background: #5a6472;
  }
`;
