import { css } from 'lit';

/** What all cards share: fields, the status line, popovers. */
export const cardStyles = css`
  /* Words of another direction than the page's keep their own order of signs, at the page's side. */
  p,
  b,
  small,
  h2,
  h3,
  dt,
  dd,
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
  .dot {
    flex: none;
    inline-size: 10px;
    block-size: 10px;
    margin: 6px;
    border-radius: 50%;
    background: var(--_tone);
    outline: 5px solid color-mix(in srgb, var(--_tone) 18%, transparent);
    animation: pulse 2.4s ease-in-out infinite var(--_motion);
  }
  .status:not(.wait) .dot {
    animation: none;
  }
  @keyframes pulse {
    50% {
      outline-width: 8px;
      outline-color: color-mix(in srgb, var(--_tone) 10%, transparent);
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
  .pop {
    position: fixed;
    inset: 0 auto auto 0;
    margin: 0;
    border: var(--_edge) solid var(--_line);
    border-radius: var(--_inner);
    padding: 12px 14px;
    inline-size: max-content;
    max-inline-size: min(320px, 100vw - 16px);
    max-block-size: calc(100vh - 16px);
    overflow: auto;
    color: var(--_ink);
    background: var(--_card);
    font-size: 0.933em;
    box-shadow: 0 6px 24px #0003;
  }
  .pop:not(.placed) {
    opacity: 0;
  }
  @supports not selector(:popover-open) {
    .pop {
      display: none;
    }
  }
  .pop p + dl,
  .pop dl:not(:empty) {
    margin-block-start: 8px;
  }
  .hint {
    padding: 4px 10px;
    border: 0;
    color: var(--_card);
    background: var(--_ink);
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
  .also {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 20px;
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
    .sign,
    .pop {
      border: 1px solid;
    }
    .dot {
      background: CanvasText;
      forced-color-adjust: none;
    }
  }
`;
