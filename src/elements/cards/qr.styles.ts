import { css } from 'lit';

/** The white tile of a QR code and the button it folds behind on a phone, where the wallet is already in hand. */
export const qrStyles = css`
  .tile {
    position: relative;
    inline-size: min(232px, 100%);
    aspect-ratio: 1;
    padding: 4px;
    overflow: hidden;
    border: 1px solid var(--_line);
    border-radius: 12px;
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
  .tile > .bone {
    block-size: 100%;
    background: #f1f3f6;
  }
  .stamp {
    position: absolute;
    inset: 0;
    display: grid;
    place-items: center;
    rotate: -35deg;
    color: #b3261ed9;
    font:
      800 34px/1 system-ui,
      sans-serif;
    letter-spacing: 0.08em;
    text-transform: uppercase;
    -webkit-text-stroke: 5px #fff;
    paint-order: stroke fill;
    pointer-events: none;
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
    inline-size: 100%;
  }
  .left {
    order: -1;
  }
  @media (pointer: coarse) {
    @container (max-width: 519.98px) {
      .auto .left,
      .stack .left {
        order: 1;
      }
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
