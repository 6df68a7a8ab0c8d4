import { css } from 'lit';

/** The button that covers a QR code. Its icon is in the quiet zone, in the corner without a finder pattern. */
export const enlargeStyles = css`
  .enlarge {
    position: absolute;
    inset: 0;
    display: grid;
    place-items: end;
    padding: 3px;
    direction: ltr;
    color: #5a6472;
    cursor: zoom-in;
  }
  .enlarge > .icon {
    inline-size: 16px;
    block-size: 16px;
  }
  .enlarge:focus-visible {
    outline-color: #0b57d0;
    outline-offset: -3px;
  }
`;
