import { css } from 'lit';

/** Styles of popovers, and of the hint at a copy button. */
export const popoverStyles = css`
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
  .pop p + p,
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
  @media (forced-colors: active) {
    .pop {
      border: 1px solid;
    }
  }
`;
