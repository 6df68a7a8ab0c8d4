import { css } from 'lit';

/**
 * Styles of the card's skeleton. Its heights are those of `<pay-crypto>` in most languages: in the column of a phone, in a
 * wider column and in two columns. A shorter card leaves space at its end. The last values are for languages with long
 * words. A test compares all of them with the cards. The other elements add theirs (`other-skeletons.styles.ts`).
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
  .skeleton-fields {
    --_height: 20.6em;
    block-size: var(--_height);
    grid-template-rows: 3fr 4fr 4fr 46px;
    align-content: stretch;
  }
  @container (min-width: 310px) {
    .skeleton-fields {
      --_height: 18.95em;
    }
  }
  @container (min-width: 520px) {
    .auto .skeleton-fields {
      --_height: 18em;
    }
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
