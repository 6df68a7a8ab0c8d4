import { css } from 'lit';

/** The coin's badge, amount, address, network note and the switch under the QR code. */
export const styles = css`
  .chip {
    padding-inline-start: 5px;
  }
  .badge {
    display: grid;
    place-items: center;
    inline-size: 22px;
    block-size: 22px;
    border-radius: 50%;
    font:
      700 0.857em/1 system-ui,
      sans-serif;
    color: #fff;
    background: #5a6472;
  }
  .btc {
    background: #b85c00;
  }
  .eth {
    background: #4f63c6;
  }
  .ltc {
    background: #345d9d;
  }
  .bch {
    background: #0a7d4f;
  }
  .doge {
    background: #8a6d1d;
  }
  .bnb {
    background: #8f6a00;
  }
  .trx {
    background: #c8102e;
  }
  .usdt {
    background: #13795b;
  }
  .sol {
    background: #7a3fe0;
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
    border-radius: 10px;
    background: var(--_soft);
    font-size: 0.9em;
    line-height: 1.45;
  }
  .net .icon {
    color: var(--_accent);
  }
  .seg {
    display: inline-grid;
    grid-auto-flow: column;
    padding: 3px;
    border-radius: 10px;
    background: var(--_soft);
  }
  .seg button {
    min-block-size: 30px;
    padding: 4px 10px;
    border-radius: 8px;
    color: var(--_muted);
    font-size: 0.867em;
  }
  .seg [aria-pressed='true'] {
    color: var(--_ink);
    background: var(--_card);
    box-shadow: 0 1px 2px #0003;
  }
  @media (forced-colors: active) {
    .seg [aria-pressed='true'] {
      border: 2px solid Highlight;
    }
  }
`;
