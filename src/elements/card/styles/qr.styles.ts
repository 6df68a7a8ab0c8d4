import { css } from 'lit';

/**
 * Styles of the white tile of a QR code, of the button that enlarges the code, and of the one that expands the tile on a
 * phone, where the wallet is on the same device.
 */
export const qrStyles = css`
  .tile {
    /* A grid, because in a plain block WebKit takes the inner height from the border box, and clips the code. */
    display: grid;
    position: relative;
    inline-size: min(var(--_qr), 100%);
    aspect-ratio: 1;
    padding: 4px;
    overflow: hidden;
    border: 1px solid var(--_line);
    border-radius: var(--_inner);
    background: #fff;
    forced-color-adjust: none;
  }
  .qr,
  .tile img {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    object-fit: contain;
    image-rendering: pixelated;
  }
  .tile > p {
    padding: 16px;
    color: #14181f;
    font-size: 0.933em;
  }
  .tile > .skeleton {
    block-size: 100%;
    background: #f1f3f6;
  }
  /* A band, not only letters: a wallet must not read the code of a test payment and send real money. */
  .stamp {
    position: absolute;
    inset: 34% -20%;
    display: grid;
    place-items: center;
    rotate: -35deg;
    color: #b3261e;
    background: #fff;
    border-block: 2px solid;
    font:
      800 30px/1 system-ui,
      sans-serif;
    text-align: center;
    letter-spacing: 0.08em;
    text-transform: uppercase;
  }
  /* Covers the code. Its icon is in the quiet zone, in the corner without a finder pattern. */
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
  .cap {
    display: flex;
    gap: 6px;
    align-items: center;
    color: var(--_muted);
    font-size: 0.9em;
  }
  .fold {
    display: none;
    justify-self: center;
  }
  @media (pointer: coarse) {
    @container (max-width: 519.98px) {
      .auto .fold,
      .stack .fold {
        display: inline-flex;
      }
      .auto .left:not(.open) > :not(.fold),
      .stack .left:not(.open) > :not(.fold) {
        display: none;
      }
    }
  }
`;
