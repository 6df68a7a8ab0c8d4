import { css } from 'lit';

/** The amount, address, network note and the switch under the QR code. */
export const styles = css`
  .chip {
    padding-inline-start: 5px;
  }
  /* A background of its own takes no space: it covers the gaps. */
  .field {
    border-radius: 1px;
    background: var(--pay-field, none);
    box-shadow: 0 0 0 6px var(--pay-field, transparent);
  }
  .big {
    line-height: 1.3;
  }
  .num {
    font-size: 1.533em;
    font-weight: 650;
    letter-spacing: -0.01em;
    font-variant-numeric: tabular-nums;
  }
  .num.long {
    font-size: 0.933em;
  }
  .unit {
    color: var(--_muted);
    font-weight: 550;
  }
  .addr {
    font: 0.967em/1.7 var(--_mono);
    color: var(--_muted);
    text-align: left;
  }
  .addr span {
    margin-inline-end: 9px;
  }
  .addr .end {
    color: var(--_ink);
    font-weight: 650;
  }
  .net {
    display: flex;
    gap: 8px;
    padding: 10px 12px;
    border-radius: min(10px, var(--_inner));
    background: var(--_soft);
    font-size: 0.9em;
    line-height: 1.45;
  }
  .net b {
    display: block;
  }
  .net .icon {
    color: var(--_accent);
  }
  .seg {
    display: inline-flex;
    flex-wrap: wrap;
    padding: 3px;
    border-radius: min(10px, var(--_inner));
    background: var(--_soft);
  }
  .seg button {
    flex: auto;
    min-block-size: 30px;
    padding: 4px 10px;
    border-radius: min(8px, var(--_inner));
    color: var(--_muted);
    font-size: 0.867em;
  }
  .seg [aria-pressed='true'] {
    color: var(--_ink);
    background: var(--_card);
    box-shadow: 0 1px 2px #0003;
  }
  @media (pointer: coarse) {
    .seg button {
      min-block-size: 44px;
    }
  }
  @media (forced-colors: active) {
    .seg [aria-pressed='true'] {
      border: 2px solid Highlight;
    }
  }
`;
