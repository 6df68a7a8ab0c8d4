import { css } from 'lit';

/** Styles of the amount, the address, the network note and the switch under the QR code. */
export const styles = css`
  .chip {
    padding-inline-start: 5px;
  }
  /* A background takes no extra space: its shadow covers the gaps. */
  .field {
    container-type: inline-size;
    border-radius: 1px;
    background: var(--pay-field, none);
    box-shadow: 0 0 0 6px var(--pay-field, transparent);
  }
  [part~='coin-amount'] .value {
    flex-wrap: wrap;
  }
  .big {
    line-height: 1.3;
  }
  /* One line at any length: beside the unit and button if the text is large enough there, else above them. */
  .num {
    font-size: min(1.533em, 150cqi / var(--_n), max(0.8em, (150cqi - 140px) / var(--_n)));
    white-space: nowrap;
    font-weight: 650;
    letter-spacing: -0.01em;
    font-variant-numeric: tabular-nums;
  }
  .unit {
    color: var(--_muted);
    font-weight: 550;
  }
  .addr {
    font: 0.967em/1.7 var(--_mono);
    color: var(--_muted);
    text-align: left;
    /* No group stands alone in the last line. */
    text-wrap: balance;
  }
  .addr span {
    margin-inline-end: 9px;
  }
  .addr .end {
    color: var(--_ink);
    font-weight: 650;
  }
  .network {
    border-block-start: 1px solid var(--_line);
    font-size: 0.933em;
  }
  p.network {
    padding-block-start: 14px;
    font-weight: 600;
  }
  summary {
    display: flex;
    justify-content: space-between;
    gap: 12px;
    padding-block-start: 14px;
    font-weight: 600;
    list-style: none;
    cursor: pointer;
  }
  summary::after {
    content: '';
    flex: none;
    inline-size: 8px;
    block-size: 8px;
    margin: 4px;
    border: solid var(--_muted);
    border-width: 0 2px 2px 0;
    rotate: 45deg;
  }
  [open] > summary::after {
    rotate: 225deg;
    margin-block-start: 9px;
  }
  details p {
    margin-block-start: 6px;
    color: var(--_muted);
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
    /* The target grows upwards, into the gap, because the buttons below it have grown, too. */
    summary {
      padding-block-start: 24px;
      margin-block-start: -10px;
    }
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
