import { css } from 'lit';

/** Styles of the share menu and of the nodes that its actions add. The card adopts them with the menu's first use. */
export const shareMenuStyles = css`
  .menu {
    display: grid;
    min-inline-size: min(var(--_qr), 100%);
    margin: -8px -10px;
  }
  .menu > a {
    text-decoration: none;
    display: grid;
    align-items: center;
    color: inherit;
  }
  .menu > :is(a, button) {
    min-block-size: 44px;
    padding: 4px 10px;
    border-radius: 8px;
    text-align: inherit;
  }
  .phone {
    display: grid;
    justify-items: center;
    gap: 8px;
    padding: 4px 10px 10px;
  }
  .phone .qr {
    inline-size: min(var(--_qr), 100%);
    border-radius: 8px;
  }
  pre {
    margin: 4px 10px;
    font: 0.933em/1.5 var(--_mono);
    white-space: pre-wrap;
  }
  /* Visually hidden, but can be selected and printed. */
  .away {
    position: fixed;
    inline-size: 1px;
    block-size: 1px;
    margin: 0;
    border: 0;
    overflow: hidden;
    clip-path: inset(50%);
  }
`;
