import { css } from 'lit';

/**
 * The shape of the card to come. Its lengths are those of the card with the words of most languages, in a phone's
 * column, a wider one and two columns; what less there is to say then is given to the gaps. The last figures are for languages of
 * long words. A test holds all of them against the cards.
 */
export const boneStyles = css`
  .bone {
    display: block;
    inline-size: 100%;
    border-radius: min(8px, var(--_inner));
    background: var(--_soft);
    animation: bone 1.6s ease-in-out infinite alternate var(--_motion);
  }
  .bone.fiat {
    inline-size: 120px;
    block-size: 1.15em;
  }
  .bone.chip {
    inline-size: 96px;
    block-size: calc(1.5em + 10px);
    border-color: transparent;
    background: var(--_soft);
  }
  .bone.square {
    inline-size: min(var(--_qr), 100%);
    aspect-ratio: 1;
  }
  .bone.below {
    inline-size: 60%;
    block-size: 40px;
  }
  .bone.foot {
    block-size: calc(3em + 59px);
  }
  .left {
    order: -1;
  }
  /* What is inside the tag stands over the room of the card to come. */
  .bare {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    max-inline-size: var(--pay-max-width, 620px);
    margin-inline: auto;
  }
  .bare > div {
    grid-area: 1 / 1;
  }
  .room {
    visibility: hidden;
  }
  /* The button under a chosen payment. */
  .pay-checkout ~ .foot {
    margin-block-end: 58px;
  }
  .bones {
    --_room: 28em;
    block-size: var(--_room);
    grid-template-rows: 3fr 4fr 4fr 46px;
    align-content: stretch;
  }
  .pay-wallet .bones {
    --_room: 27em;
  }
  .pay-localcode .bones {
    --_room: 14.8em;
  }
  @container (min-width: 310px) {
    .bones {
      --_room: 24.6em;
    }
    .pay-wallet .bones {
      --_room: 24.8em;
    }
    .pay-localcode .bones {
      --_room: 12.4em;
    }
  }
  @container (min-width: 520px) {
    .auto .bones {
      --_room: 22.6em;
    }
    .auto.card .pay-localcode .bones {
      --_room: 11em;
    }
    .card .pay-wallet .bones {
      --_room: 18.2em;
    }
    .card .pay-wallet .bones:lang(de) {
      --_room: 19.7em;
    }
  }
  .bones:is(
    :lang(bg),
    :lang(ca),
    :lang(el),
    :lang(fil),
    :lang(fr),
    :lang(hu),
    :lang(hy),
    :lang(id),
    :lang(it),
    :lang(ms),
    :lang(ro),
    :lang(ta),
    :lang(te)
  ) {
    margin-block-end: 4em;
  }
  .pay-localcode .bones:lang(ta) {
    margin-block-end: 7em;
  }
  @keyframes bone {
    to {
      opacity: 0.5;
    }
  }
  @media (pointer: coarse) {
    @container (max-width: 519.98px) {
      .auto .left,
      .stack .left {
        order: 1;
      }
      .auto .bone.square,
      .stack .bone.square {
        inline-size: 100%;
        block-size: 46px;
        aspect-ratio: auto;
      }
      .auto .bone.below,
      .stack .bone.below {
        display: none;
      }
    }
  }
`;
