import { css } from 'lit';

/**
 * Design tokens, and the card with its skeleton. Every `--pay-*` property can be set on the element or on an ancestor.
 * Light and dark follow the `color-scheme` of the page.
 */
export const baseStyles = css`
  :host {
    display: block;
    --_accent: var(--pay-accent, light-dark(#0b57d0, #8ab4f8));
    --_on-accent: var(--pay-on-accent, light-dark(#fff, #0d1116));
    --_ink: var(--pay-ink, light-dark(#14181f, #eef1f6));
    --_muted: var(--pay-muted, light-dark(#5a6472, #9aa5b4));
    --_line: var(--pay-line, light-dark(#e3e7ed, #2b323c));
    --_card: var(--pay-card, light-dark(#fff, #161b22));
    --_soft: var(--pay-soft, light-dark(#f3f6fb, #1e2530));
    --_ok: var(--pay-ok, light-dark(#137a3f, #4cc38a));
    --_warn: var(--pay-warn, light-dark(#8a5a00, #f0b429));
    --_bad: var(--pay-bad, light-dark(#b3261e, #f2867e));
    --_radius: var(--pay-radius, 16px);
    --_inner: var(--pay-radius-inner, 12px);
    --_gap: var(--pay-gap, 18px);
    --_edge: var(--pay-border-width, 1px);
    --_button: var(--pay-button, var(--_accent));
    --_link: var(--pay-link, var(--_muted));
    --_focus: var(--pay-focus, var(--_accent));
    --_qr: var(--pay-qr-size, 232px);
    --_motion: var(--pay-motion, running);
    --_mono: var(--pay-font-mono, ui-monospace, 'DejaVu Sans Mono', Menlo, monospace);
    color: var(--_ink);
    font: var(--pay-font-size, max(15px, 0.9375rem)) / 1.5 var(--pay-font, system-ui, 'Noto Sans', sans-serif);
    text-align: left;
  }
  /* Chromium before 123, Firefox before 120 and Safari before 17.5 have no light-dark(): they get the light colours. */
  @supports not (color: light-dark(#000, #fff)) {
    :host {
      --_accent: var(--pay-accent, #0b57d0);
      --_on-accent: var(--pay-on-accent, #fff);
      --_ink: var(--pay-ink, #14181f);
      --_muted: var(--pay-muted, #5a6472);
      --_line: var(--pay-line, #e3e7ed);
      --_card: var(--pay-card, #fff);
      --_soft: var(--pay-soft, #f3f6fb);
      --_ok: var(--pay-ok, #137a3f);
      --_warn: var(--pay-warn, #8a5a00);
      --_bad: var(--pay-bad, #b3261e);
    }
  }
  /* The side of the card's language, not of the page's. 'start' would depend on the direction of each text. */
  [dir='rtl'] {
    text-align: right;
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  *,
  ::before {
    box-sizing: border-box;
  }
  .card {
    container-type: inline-size;
    max-inline-size: var(--pay-max-width, 620px);
    min-block-size: inherit;
    margin-inline: auto;
    padding: var(--pay-padding, 20px);
    background: var(--_card);
    border: var(--_edge) solid var(--_line);
    border-radius: var(--_radius);
    box-shadow: var(--pay-shadow, none);
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_gap);
    align-content: start;
    overflow-wrap: anywhere;
  }
  .sum {
    display: grid;
    flex: 1;
    color: var(--_muted);
  }
  .fiat {
    color: var(--_ink);
    font-size: min(var(--pay-sum-size, 1.867em), 150cqi / var(--_n, 1));
    white-space: nowrap;
    line-height: 1.15;
    font-weight: 650;
    letter-spacing: -0.01em;
    font-variant-numeric: tabular-nums;
  }
  .chip {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    border: var(--_edge) solid var(--_line);
    border-radius: var(--pay-chip-radius, 99px);
    padding: 4px 12px;
    font-weight: 550;
    font-size: 0.933em;
    background: var(--pay-chip, none);
  }
  button {
    font: inherit;
    color: inherit;
    background: none;
    border: 0;
    padding: 0;
    cursor: pointer;
  }
  .main,
  .plain,
  ::slotted(a[slot='paid']) {
    box-sizing: border-box;
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 8px;
    min-block-size: 46px;
    padding: 4px 18px;
    border-radius: var(--pay-button-radius, var(--_inner));
    font-weight: 600;
    text-align: center;
    text-decoration: none;
    hyphens: auto;
    color: var(--pay-on-button, var(--_on-accent));
    background: var(--_button);
  }
  .plain {
    color: inherit;
    background: none;
    border: var(--_edge) solid var(--_line);
  }
  /* No header and footer elements: they would be landmarks of the shop's page. */
  .ends {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: start;
    gap: 6px 12px;
  }
  .body,
  .left,
  .right {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_gap);
    align-content: start;
  }
  .left {
    flex: 0 1 var(--_qr);
    min-inline-size: 120px;
    gap: 10px;
    justify-items: center;
  }
  .right {
    flex: 1 1 180px;
    min-inline-size: 0;
    gap: 14px;
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    ::after {
      animation-name: none !important;
    }
  }
  @container (min-width: 520px) {
    .auto .body {
      display: flex;
      gap: 24px;
    }
  }
  .row .body {
    display: flex;
    gap: 24px;
  }
`;
