import { css } from 'lit';

/**
 * Styles of the card when the whole page is printed: black on white, with the content of popovers, without controls,
 * and with the full URL of links. The 'Print' item of the menu prints a sheet without the page around it.
 */
export const printStyles = css`
  @media print {
    :host {
      color-scheme: light;
      --_ink: #000;
      --_muted: #333;
      --_line: #999;
      --_card: #fff;
      --_soft: #fff;
      --_accent: #000;
      --_link: #000;
    }
    button,
    .icon:not(.sign > *),
    .dot,
    .seg,
    .main[part~='wallet-link'] {
      display: none !important;
    }
    .card {
      max-inline-size: none;
      break-inside: avoid;
    }
    .card .left > .tile {
      display: block !important;
    }
    .main,
    .link {
      display: inline;
      padding: 0;
      color: inherit;
      background: none;
    }
    a[part~='page-link']::after,
    a[part~='transaction-link']::after,
    a[part~='contact-link']::after {
      content: ' ' attr(href);
    }
    /* A payment that is over is printed as its receipt. */
    .outcome ~ .links,
    .outcome slot[name='retry'],
    .outcome slot[name='paid'] {
      display: none;
    }
    #help {
      display: block;
      position: static;
      opacity: 1;
      border: 0;
      padding: 0;
      inline-size: auto;
      max-inline-size: none;
      box-shadow: none;
    }
  }
`;
