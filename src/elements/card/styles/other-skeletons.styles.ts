import { css } from 'lit';

/** The heights of the skeleton where it stands for a card other than that of `<pay-crypto>`: see `skeleton.styles.ts`. */
export const otherSkeletonStyles = css`
  .pay-wallet .skeleton-fields {
    --_height: 28.4em;
  }
  .pay-localcode .skeleton-fields {
    --_height: 12.4em;
  }
  @container (min-width: 310px) {
    .pay-wallet .skeleton-fields {
      --_height: 26.9em;
    }
    .pay-localcode .skeleton-fields {
      --_height: 10.9em;
    }
  }
  @container (min-width: 520px) {
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
`;
