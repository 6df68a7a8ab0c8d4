import { css } from 'lit';

/** The style of the wallet buttons inside a card. The card itself styles buttons, labels and badges. */
export const styles = css`
  pay-evm-wallets {
    display: grid;
    gap: 8px;
  }
  .wallets {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(190px, 100%), 1fr));
    gap: 8px;
  }
  pay-evm-wallets:empty,
  .wallets:empty {
    display: none;
  }
  .wallets .main {
    min-inline-size: 0;
  }
  pay-evm-wallets .soft {
    color: var(--_accent);
    background: var(--_soft);
  }
  @media (hover: hover) {
    pay-evm-wallets .soft:hover {
      background: color-mix(in srgb, var(--_accent) 12%, transparent);
      filter: none;
    }
  }
  .wallets .badge,
  .wallets img {
    flex: none;
  }
  .wallets bdi {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .wallets img {
    inline-size: 22px;
    block-size: 22px;
    border-radius: 5px;
  }
  /* Hashes and accounts, in the space that they need. Without one, no gap. */
  pay-evm-wallets dl > div {
    display: block;
  }
  pay-evm-wallets dd {
    font: 0.867em/1.5 var(--_mono);
    text-align: inherit;
  }
  pay-evm-wallets [role='status']:empty {
    margin-block-start: -8px;
  }
  pay-evm-wallets [aria-disabled='true'] {
    opacity: 0.6;
  }
  .wallets [aria-pressed='true'] {
    box-shadow: inset 0 0 0 2px var(--_accent);
  }
  @media (forced-colors: active) {
    .wallets [aria-pressed='true'] {
      border: 2px solid Highlight;
    }
  }
`;
