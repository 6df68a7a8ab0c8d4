import { css } from 'lit';

/** Styles that all cards share: fields, the status line, popovers. */
export const cardStyles = css`
  /* Text in another direction than the card's keeps its own character order, at the same side as other text. */
  p,
  b,
  small,
  h2,
  h3,
  dt,
  dd,
  summary,
  .label,
  .link,
  .main,
  .plain {
    unicode-bidi: plaintext;
  }
  p,
  h2,
  h3,
  dl,
  dd {
    margin: 0;
  }
  .field {
    display: grid;
    gap: 3px;
  }
  .label,
  .fine {
    color: var(--_muted);
    font-size: 0.867em;
  }
  .value {
    display: flex;
    justify-content: space-between;
    align-items: center;
    gap: 8px;
  }
  .muted,
  small,
  dt {
    color: var(--_muted);
  }
  .alert {
    color: var(--_warn);
    font-size: 0.9em;
  }
  .status {
    display: flex;
    flex-wrap: wrap;
    gap: 12px;
    align-items: start;
    border-block-start: 1px solid var(--_line);
    padding-block-start: 16px;
  }
  .status > div {
    flex: 1 1 150px;
  }
  .status b {
    display: block;
    font-weight: 600;
  }
  small,
  .timer {
    font-size: 0.9em;
  }
  .timer {
    font-variant-numeric: tabular-nums;
  }
  .timer.warn {
    color: var(--_warn);
    font-weight: 600;
  }
  .dot {
    flex: none;
    inline-size: 10px;
    block-size: 10px;
    margin: 6px;
    border-radius: 50%;
    background: var(--_tone);
    outline: 5px solid color-mix(in srgb, var(--_tone) 18%, transparent);
    position: relative;
  }
  /* Animated by the compositor and for less than five seconds (WCAG 2.2.2), because an animation uses CPU time. */
  .wait .dot::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: 50%;
    outline: 8px solid color-mix(in srgb, var(--_tone) 10%, transparent);
    opacity: 0;
    animation: pulse 2.4s ease-in-out 2 var(--_motion);
  }
  @keyframes pulse {
    50% {
      opacity: 1;
    }
  }
  .ok {
    --_tone: var(--_ok);
  }
  .wait {
    --_tone: var(--_accent);
  }
  .warn {
    --_tone: var(--_warn);
  }
  .bad {
    --_tone: var(--_bad);
  }
  .calm {
    --_tone: var(--_muted);
  }
  @supports not selector(:popover-open) {
    .pop {
      display: none;
    }
  }
  .vh {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
    padding: 0;
    border: 0;
  }
  /* In the same place on every view. */
  .links {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 6px 24px;
  }
  /* The name of a standard such as '(ERC-20)'. A line ends inside it only where it is wider than its box. */
  .whole {
    display: inline-block;
  }
  @media (pointer: coarse) {
    .links {
      row-gap: 20px;
    }
  }
  @media (prefers-contrast: more) {
    .card {
      --_muted: var(--_ink);
      --_line: var(--_ink);
    }
  }
  @media (forced-colors: active) {
    .main,
    ::slotted(a[slot='paid']) {
      color: ButtonText;
      background: ButtonFace;
    }
    .main,
    ::slotted(a[slot='paid']),
    .ghost,
    .sign {
      border: 1px solid;
    }
    .dot {
      background: CanvasText;
      forced-color-adjust: none;
    }
  }
`;
