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
    border-radius: var(--_inner);
    font-size: 0.933em;
    background: color-mix(in srgb, var(--_warn) 12%, transparent);
  }
  .banner b {
    color: var(--_warn);
  }
  progress {
    inline-size: 100%;
    block-size: 8px;
    accent-color: var(--_tone, var(--_warn));
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
    inline-size: 64px;
    block-size: 64px;
    border-radius: 50%;
    color: var(--_tone);
    background: color-mix(in srgb, var(--_tone) 14%, transparent);
  }
  .ok .sign {
    color: var(--_card);
    background: var(--_tone);
  }
  .sign .icon {
    inline-size: 34px;
    block-size: 34px;
  }
  .outcome h2 {
    font-size: var(--pay-title-size, clamp(1.2em, 8cqi, 1.6em));
    hyphens: auto;
    line-height: 1.2;
  }
  .outcome progress {
    max-inline-size: 240px;
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
  .outcome p {
    max-inline-size: 42ch;
    text-wrap: balance;
  }
  dl {
    display: grid;
    gap: 4px;
    inline-size: min(340px, 100%);
    font-size: 0.933em;
  }
  dl div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: center;
    gap: 0 16px;
  }
  dt {
    text-align: inherit;
  }
  dd {
    display: flex;
    align-items: center;
    gap: 8px;
    margin-inline-start: auto;
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
`;
