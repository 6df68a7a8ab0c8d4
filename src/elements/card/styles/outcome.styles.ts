import { css } from 'lit';

/**
 * Styles of an outcome in the center of the card, with its icon and facts, and of the missing amount of an
 * underpayment.
 */
export const outcomeStyles = css`
  .banner {
    display: grid;
    gap: 4px;
    padding: 12px 14px;
    /* In forced colors, the border is visible and the background is not. */
    border: 1px solid transparent;
    border-radius: var(--_inner);
    font-size: 0.933em;
    background: color-mix(in srgb, var(--_warn) 12%, transparent);
  }
  .banner b {
    color: var(--_warn);
  }
  progress {
    appearance: none;
    inline-size: 100%;
    block-size: 6px;
    border: 0;
    border-radius: 3px;
    overflow: hidden;
    color: var(--_tone, var(--_warn));
    background: color-mix(in srgb, currentColor 16%, transparent);
  }
  ::-webkit-progress-bar {
    background: none;
  }
  ::-webkit-progress-value {
    background: currentColor;
  }
  ::-moz-progress-bar {
    background: currentColor;
  }
  .outcome {
    display: grid;
    justify-items: center;
    text-align: center;
    gap: 10px;
    padding-block-start: 6px;
  }
  .sign {
    display: grid;
    place-items: center;
    inline-size: 56px;
    block-size: 56px;
    border-radius: 50%;
    color: var(--_tone);
    background: color-mix(in srgb, var(--_tone) 14%, transparent);
  }
  .ok .sign {
    color: var(--_card);
    background: var(--_tone);
  }
  .sign .icon {
    inline-size: 30px;
    block-size: 30px;
  }
  /* Grows with large text. */
  .ring {
    box-sizing: border-box;
    inline-size: auto;
    block-size: auto;
    min-inline-size: 56px;
    min-block-size: 56px;
    padding: 0 6px;
    border-radius: 99px;
    border: 2px solid;
    background: none;
    font-size: 1.2em;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .outcome h2 {
    font-size: var(--pay-title-size, clamp(1.2em, 6.8cqi, 1.6em));
    hyphens: auto;
    line-height: 1.2;
  }
  .ask {
    color: var(--_accent);
    font-weight: 600;
  }
  @media (pointer: coarse) {
    .ask {
      display: inline-block;
      padding-block: 11px;
      margin-block: -11px;
    }
  }
  .outcome > p {
    max-inline-size: 42ch;
    text-wrap: balance;
  }
  .outcome > :is(dl, progress, .main),
  ::slotted(:is([slot='retry'], a[slot='paid'])) {
    inline-size: min(420px, 100%);
  }
  .outcome slot[name='paid'] > .main {
    inline-size: min(420px, 100%);
  }
  dl {
    inline-size: 100%;
  }
  dl div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: center;
    gap: 0 16px;
    min-block-size: 40px;
    padding-block: 4px;
    border-block-start: 1px solid var(--_line);
  }
  dl div:last-child {
    border-block-end: 1px solid var(--_line);
  }
  dt {
    text-align: inherit;
  }
  dd {
    margin-inline-start: auto;
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  /* The number has a line of its own below its name, so that it is not broken. */
  dl .id {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0;
    padding-block-end: 8px;
    text-align: start;
  }
  .id dt {
    font-size: 0.867em;
  }
  .id dd {
    display: flex;
    justify-content: space-between;
    align-items: center;
    gap: 8px;
    inline-size: 100%;
    margin: 0;
    text-align: start;
  }
  .id bdi {
    min-inline-size: 0;
    font-family: var(--_mono);
    font-size: 0.933em;
  }
  .id .line {
    font-size: min(0.933em, (150cqi - 90px) / var(--_n));
    white-space: nowrap;
  }
  @media (forced-colors: active) {
    progress {
      forced-color-adjust: none;
      border: 1px solid CanvasText;
      color: Highlight;
      background: Canvas;
    }
  }
`;
