import { css } from 'lit';

/**
 * Styles of the card's skeleton. Its heights are those of the card in most languages: in the column of a phone, in a
 * wider column and in two columns. A shorter card leaves space at its end. The last values are for languages with long
 * words. A test compares all of them with the cards.
 */
export const skeletonStyles = css`
  .skeleton {
    display: block;
    inline-size: 100%;
    border-radius: min(8px, var(--_inner));
    background: var(--_soft);
    animation: skeleton 1.6s ease-in-out 40 alternate var(--_motion);
  }
  .skeleton.fiat {
    inline-size: 120px;
    block-size: 1.15em;
  }
  .skeleton.chip {
    inline-size: 96px;
    block-size: calc(1.5em + 10px);
    border-color: transparent;
    background: var(--_soft);
  }
  .skeleton.square {
    inline-size: min(var(--_qr), 100%);
    aspect-ratio: 1;
  }
  .skeleton.below {
    inline-size: 60%;
    block-size: 36px;
  }
  .foot {
    block-size: calc(3em + 59px);
  }
  /* With the button 'I have sent it'. */
  .pay-crypto ~ .foot,
  [class$='pay-checkout'] ~ .foot {
    block-size: calc(3em + 123px);
  }
  .left {
    order: -1;
  }
  @media (pointer: coarse) {
    .left {
      order: 0;
    }
    .skeleton.below {
      block-size: 50px;
    }
  }
  /* The content of the element is placed over the reserved height of the card. */
  .bare {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    max-inline-size: var(--pay-max-width, 620px);
    margin-inline: auto;
  }
  .bare > div {
    grid-area: 1 / 1;
  }
  .reserved {
    visibility: hidden;
  }
  /* The button below a chosen payment. */
  .pay-checkout ~ .foot {
    margin-block-end: 58px;
  }
  .skeleton-fields {
    --_height: 20.6em;
    block-size: var(--_height);
    grid-template-rows: 3fr 4fr 4fr 46px;
    align-content: stretch;
  }
  /* The title and the rows of the payment methods. */
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
  .pay-wallet .skeleton-fields {
    --_height: 28.4em;
  }
  .pay-localcode .skeleton-fields {
    --_height: 12.4em;
  }
  @container (min-width: 310px) {
    .skeleton-fields {
      --_height: 18.95em;
    }
    .pay-wallet .skeleton-fields {
      --_height: 26.9em;
    }
    .pay-localcode .skeleton-fields {
      --_height: 10.9em;
    }
  }
  @container (min-width: 520px) {
    .auto .skeleton-fields {
      --_height: 18em;
    }
    .auto.card .pay-localcode .skeleton-fields {
      --_height: 11em;
    }
    .card .pay-wallet .skeleton-fields {
      --_height: 22.5em;
    }
  }
  .pay-localcode .skeleton.below {
    block-size: 41px;
  }
  .skeleton-fields:is(
    :lang(bg),
    :lang(ca),
    :lang(el),
    :lang(fil),
    :lang(fr),
    :lang(hu),
    :lang(id),
    :lang(it),
    :lang(ms),
    :lang(pt),
    :lang(ro),
    :lang(ru),
    :lang(sv),
    :lang(ta),
    :lang(te),
    :lang(th),
    :lang(vi)
  ) {
    margin-block-end: var(--_more, 3em);
  }
  .pay-wallet {
    --_more: 0.5em;
  }
  .pay-localcode {
    --_more: 7em;
  }
  .pay-wallet .skeleton-fields:lang(en) {
    margin-block-end: -5.3em;
  }
  @container (min-width: 310px) {
    .pay-wallet .skeleton-fields:lang(en) {
      margin-block-end: -3.8em;
    }
  }
  @container (min-width: 520px) {
    .pay-wallet .skeleton-fields:lang(en) {
      margin-block-end: -2.75em;
    }
  }
  @container (max-width: 519.98px) {
    .pay-localcode .skeleton-fields:lang(en) {
      margin-block-end: -1.5em;
    }
  }
  @keyframes skeleton {
    to {
      opacity: 0.5;
    }
  }
  @media (pointer: coarse) {
    @container (max-width: 519.98px) {
      .auto .skeleton.square,
      .stack .skeleton.square {
        inline-size: 40%;
        block-size: 24px;
        aspect-ratio: auto;
        justify-self: start;
      }
      .auto .skeleton.below,
      .stack .skeleton.below {
        display: none;
      }
      /* Two rows of links, with enough distance for touch. */
      .pay-crypto ~ .foot,
      [class$='pay-checkout'] ~ .foot {
        block-size: calc(3em + 137px);
      }
    }
  }
`;
