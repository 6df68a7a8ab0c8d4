import { css } from 'lit';

/** Styles of the payment methods as large buttons, of a step with a question, and of the content around a payment. */
export const checkoutStyles = css`
  /* The steps have different heights: they start at the top of the reserved height. */
  .card {
    align-content: start;
    min-block-size: auto;
  }
  .chosen {
    display: grid;
    gap: 12px;
    justify-items: center;
  }
  .chosen > :not(button, .vh) {
    inline-size: 100%;
    min-inline-size: 0;
  }
  .chosen > .banner {
    max-inline-size: var(--pay-max-width, 620px);
  }
  /* The title and the rows of the payment methods, while they load. */
  .skeleton-list {
    display: grid;
    gap: 10px;
  }
  .skeleton-list > * {
    block-size: calc(2.85em + var(--_line-more, 0em) + 22px);
    border-radius: var(--_inner);
  }
  .skeleton-list > :first-child {
    inline-size: 60%;
    block-size: 1.9em;
    margin-block-end: 4px;
  }
  /* The text of each method has a second line. */
  @container (max-width: 400px) {
    .skeleton-list {
      --_line-more: 1.215em;
    }
  }
  /* The button below a chosen payment. */
  .pay-checkout ~ .foot {
    margin-block-end: 58px;
  }
  .quiet {
    background: var(--_card);
    border: var(--_edge) solid var(--_line);
  }
  .leave button {
    flex: 1 1 220px;
  }
  .retry {
    display: grid;
    gap: 10px;
    inline-size: min(340px, 100%);
    margin-block: 6px;
  }
  .step {
    display: grid;
    gap: 14px;
  }
  .step h2 {
    font-size: var(--pay-title-size, 1.267em);
    font-weight: 650;
  }
  .status h2 {
    font-size: 1em;
    font-weight: 600;
  }
  h2:focus,
  h3:focus {
    outline: none;
  }
  .choices {
    display: grid;
    gap: 10px;
    margin: 0;
    padding: 0;
    /* With 'none', Safari does not expose the element as a list. */
    list-style: '';
  }
  .choices > li {
    display: grid;
  }
  .coins {
    grid-template-columns: repeat(auto-fill, minmax(min(220px, 100%), 1fr));
  }
  .choice {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: 2px 12px;
    align-items: center;
    align-content: center;
    hyphens: auto;
    inline-size: 100%;
    min-block-size: 60px;
    padding: 10px 14px;
    border: var(--_edge) solid var(--_line);
    border-radius: var(--_inner);
    text-align: inherit;
  }
  .choice > .icon,
  .choice > .badge {
    grid-row: span 2;
  }
  .choice > .icon {
    inline-size: 24px;
    block-size: 24px;
    color: var(--_accent);
  }
  .choice > .badge {
    inline-size: 30px;
    block-size: 30px;
    font-size: 1em;
  }
  .choice b {
    font-weight: 600;
  }
  .choice .alone {
    grid-row: span 2;
  }
  .choice small {
    grid-column: 2;
    line-height: 1.35;
  }
  .choice .next {
    display: grid;
    grid-area: 1 / 3 / span 2;
    color: var(--_muted);
  }
  .choice:dir(rtl) .next,
  .turns:dir(rtl) .icon {
    scale: -1 1;
  }
  .begun {
    grid-column: 2;
    justify-self: start;
    padding: 2px 10px;
    border-radius: 99px;
    font-size: 0.8em;
    font-weight: 600;
    color: var(--_accent);
    background: color-mix(in srgb, var(--_accent) 12%, transparent);
  }
  .unit {
    color: var(--_muted);
    font-weight: 400;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 10px;
  }
  .step > .buttons {
    justify-content: start;
  }
  @media (hover: hover) {
    .choice:hover {
      border-color: var(--_accent);
      background: color-mix(in srgb, var(--_accent) 6%, transparent);
    }
  }
  @media (forced-colors: active) {
    .begun,
    .banner {
      border: 1px solid;
    }
  }
`;
