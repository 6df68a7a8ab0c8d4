import { css } from 'lit';
import { markStyles } from '../card/marked-text.ts';

/** Styles of a printed sheet: black on white, with a QR code of 70 mm. Long texts wrap and are not cut off. */
export const printSheetStyles = css`
  body {
    margin: 0;
    color: #000;
    background: #fff;
    color-scheme: light;
    font:
      12pt/1.5 system-ui,
      'Noto Sans',
      sans-serif;
    overflow-wrap: anywhere;
  }
  h1 {
    margin: 0 0 2mm;
    font-size: 22pt;
    line-height: 1.2;
  }
  p {
    margin: 2mm 0;
  }
  p:empty {
    display: none;
  }
  .test {
    border: 1px solid;
    padding: 2mm 3mm;
    font-weight: 700;
  }
  .qr {
    display: block;
    inline-size: 70mm;
    block-size: 70mm;
    margin: 2mm 0;
    print-color-adjust: exact;
  }
  dl {
    margin: 4mm 0;
  }
  dl div {
    padding: 2mm 0;
    border-block-start: 1px solid #999;
    break-inside: avoid;
  }
  dt {
    font-size: 10pt;
  }
  dd {
    margin: 0;
    font-weight: 600;
    white-space: pre-wrap;
  }
  /* Each value has its own text direction, but the alignment of the sheet. */
  :dir(rtl) > dl dd {
    text-align: right;
  }
  ${markStyles}
`;
