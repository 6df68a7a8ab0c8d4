import { css } from 'lit';

/**
 * Tokens, and the card with the shape of what is to come. Every `--pay-*` property may be set on the tag or anything around
 * it; light and dark follow the page's own `color-scheme`.
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
    --_mono: var(--pay-font-mono, ui-monospace, 'DejaVu Sans Mono', Menlo, monospace);
    color: var(--_ink);
    font: 15px/1.5 var(--pay-font, system-ui, 'Noto Sans', sans-serif);
    text-align: left;
  }
  :host(:dir(rtl)) {
    text-align: right;
  }
  :host([hidden]) {
    display: none;
  }
  *,
  ::before {
    box-sizing: border-box;
  }
  .card {
    container-type: inline-size;
    max-inline-size: var(--pay-max-width, 620px);
    margin-inline: auto;
    padding: var(--pay-padding, 20px);
    background: var(--_card);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 18px;
    overflow-wrap: anywhere;
  }
  header,
  footer {
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
    gap: 18px;
    align-content: start;
  }
  .left {
    gap: 10px;
    justify-items: center;
  }
  .right {
    gap: 14px;
  }
  .bone {
    display: block;
    block-size: 22px;
    inline-size: 100%;
    border-radius: 8px;
    background: var(--_soft);
    animation: bone 1.6s ease-in-out infinite alternate;
  }
  .bone.sum {
    inline-size: 120px;
    block-size: 32px;
  }
  .bone.chip {
    inline-size: 96px;
    border-color: transparent;
    block-size: 31px;
  }
  .bone.tall {
    block-size: 92px;
  }
  @keyframes bone {
    to {
      opacity: 0.5;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    * {
      animation: none !important;
    }
  }
  @container (min-width: 520px) {
    .auto .body {
      grid-template-columns: 232px minmax(0, 1fr);
      gap: 24px;
    }
  }
  .row .body {
    grid-template-columns: minmax(120px, 232px) minmax(0, 1fr);
    gap: 24px;
  }
  .bone.square {
    inline-size: min(232px, 100%);
    aspect-ratio: 1;
    block-size: auto;
  }
`;
