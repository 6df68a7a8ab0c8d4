import { css } from 'lit';

/** A coin's first letter on its colour. */
export const badgeStyles = css`
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
`;
