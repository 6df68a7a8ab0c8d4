import { css } from 'lit';

/** Styles of the QR code dialog: black on white in every theme, which cameras read best, and without animation. */
export const qrDialogStyles = css`
  .enlarged {
    box-sizing: border-box;
    inline-size: 100%;
    block-size: 100%;
    max-inline-size: none;
    max-block-size: none;
    margin: 0;
    padding: 16px;
    border: 0;
    overflow: auto;
    color-scheme: light;
    forced-color-adjust: none;
    color: #14181f;
    background: #fff;
  }
  .enlarged[open] {
    display: grid;
    align-content: center;
    justify-items: center;
    gap: 12px;
  }
  .enlarged::backdrop {
    background: #fff;
  }
  .code {
    position: relative;
    inline-size: min(100vw - 32px, 100vh - 190px);
    min-inline-size: min(100%, 200px);
    aspect-ratio: 1;
    overflow: hidden;
  }
  .code > img {
    inline-size: 100%;
    block-size: 100%;
    object-fit: contain;
    image-rendering: pixelated;
  }
  .enlarged > p {
    max-inline-size: 40em;
    text-align: center;
    color: #14181f;
  }
  .enlarged > button {
    min-inline-size: 140px;
    min-block-size: 46px;
    padding: 8px 20px;
    border: 1px solid #5a6472;
    border-radius: var(--pay-button-radius, 12px);
    color: #14181f;
    background: #fff;
    font-weight: 600;
  }
  .enlarged > button:focus-visible {
    outline-color: #0b57d0;
  }
`;
