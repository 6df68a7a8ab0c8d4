/** Other solutions for the same payment, as pages like ours (`scripts/pages/ours.mjs`). */
import { fileURLToPath } from 'node:url';
import { bech32 } from '@scure/base';
import { toDataURL } from 'qrcode';
import { bundlePage } from '../../scripts/pages/bundle.mjs';
import { URI, withoutQr } from '../../scripts/pages/ours.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

const picture = await toDataURL(URI, { errorCorrectionLevel: 'M', margin: 4, scale: 5 });
const image = (src) => `<img elementtiming="qr" alt="QR code" width="232" height="232" src="${src}">`;
const IMAGE_SHOWN = '[...document.images].find((image) => image.complete && image.naturalWidth)';

const SL_QR_CODE = "import '@shoelace-style/shoelace/dist/components/qr-code/qr-code.js';";
const slQrCode = `<sl-qr-code value="${URI}" error-correction="M" size="232"></sl-qr-code>`;

/** A hand-written card: the text and the controls that a payer needs. @param code - the HTML of its QR code */
const staticCard = (code) => `<style>
  .card { max-width: 40rem; padding: 16px; border: 1px solid #ccc; border-radius: 12px }
  .card code { font-size: 1.1rem; overflow-wrap: anywhere }
  .card button, .card a { display: inline-block; padding: 8px 12px; border: 1px solid #888; border-radius: 8px }
</style>
<div class="card">
  <h2>Waiting for your payment</h2>
  <p>Send exactly <code>${withoutQr.cryptoAmountExpected}</code> BTC <button>Copy</button></p>
  <p>To this address <code>${withoutQr.address}</code> <button>Copy</button></p>
  <p>Only on the Bitcoin network. Coins sent on another network are lost.</p>
  ${code}
  <p><a href="${URI}">Open in wallet</a></p>
  <p role="status">We look for your payment.</p>
</div>`;

const litElement = `
import { LitElement, html } from 'lit';
import { create } from 'qrcode';
customElements.define('plain-qr', class extends LitElement {
  static properties = { text: {} };
  render() {
    const { size, data } = create(this.text, { errorCorrectionLevel: 'M' }).modules;
    let path = '';
    data.forEach((dark, at) => { if (dark) path += \`M\${at % size + 4} \${Math.floor(at / size) + 4}h1v1h-1z\`; });
    return html\`<svg viewBox="0 0 \${size + 8} \${size + 8}" width="232" height="232" shape-rendering="crispEdges">
      <path d=\${path}></path></svg>\`;
  }
});`;

/** Returns a canvas when it has been drawn. */
const drawn = (canvas) => `((canvas) => canvas?.width > 99 &&
  canvas.getContext('2d').getImageData(0, 0, 60, 60).data.some((value, at) => at % 4 === 3 && value) && canvas)(${canvas})`;

/** A lightning invoice for bitcoin-connect, which accepts nothing else. It is invented, and its signature is zero. */
function invoice() {
  const words = (value, count) =>
    Array.from({ length: count }, (_, at) => Number((BigInt(value) >> BigInt(5 * (count - 1 - at))) & 31n));
  const field = (type, data) => [type, ...words(data.length, 2), ...data];
  const bytes = (each) => bech32.toWords(Uint8Array.from({ length: 32 }, (_, at) => at * each));
  const text = bech32.toWords(new TextEncoder().encode('Order 1001'));
  const [PAYMENT_HASH, SECRET, DESCRIPTION] = [1, 16, 13];
  const fields = [field(PAYMENT_HASH, bytes(3)), field(SECRET, bytes(5)), field(DESCRIPTION, text)].flat();
  return bech32.encode('lnbc713420n', [...words(1_795_000_000, 7), ...fields, ...Array(104).fill(0)], 2000);
}
const INVOICE = invoice();

/** @returns The pages with their files. Each page's `text` is the expected content of its QR code. */
export async function peerPages() {
  const pages = {
    'img-inline': { title: 'inline `<img>`', body: image(picture), qr: IMAGE_SHOWN },
    'static-card': { title: 'static card with `<img>`, no library', body: staticCard(image(picture)), qr: IMAGE_SHOWN },
    'fetch-img': {
      title: 'hand-written `fetch` + `<img>`',
      code: `const { qrCodeBase64 } = await (await fetch('pay/payments/1')).json();
        document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(image(''))});
        document.images[0].src = qrCodeBase64;`,
      body: '',
      answers: { 'pay/payments/1': { ...withoutQr, qrCodeBase64: picture } },
      qr: IMAGE_SHOWN,
    },
    'lit-qrcode': {
      title: 'Lit + qrcode, a bare element',
      code: litElement,
      body: `<plain-qr text="${URI}"></plain-qr>`,
      qr: "document.querySelector('plain-qr')?.shadowRoot?.querySelector('svg')",
    },
    'card-sl-qr': {
      title: 'static card with sl-qr-code',
      code: SL_QR_CODE,
      body: staticCard(slQrCode),
      qr: drawn("document.querySelector('sl-qr-code')?.shadowRoot?.querySelector('canvas')"),
    },
    'sl-qr-code': {
      title: 'sl-qr-code (Shoelace), bare',
      code: SL_QR_CODE,
      body: slQrCode,
      qr: drawn("document.querySelector('sl-qr-code')?.shadowRoot?.querySelector('canvas')"),
    },
    'bitcoin-connect': {
      title: 'bitcoin-connect (a lightning card)',
      code: "import '@getalby/bitcoin-connect';",
      body: `<bc-send-payment invoice="${INVOICE}"></bc-send-payment>`,
      qr: drawn("document.querySelector('bc-send-payment')?.shadowRoot?.querySelector('#qr')"),
      text: INVOICE,
    },
  };
  const made = await Promise.all(
    Object.entries(pages).map(async ([name, { code, ...page }]) => [
      name,
      { text: URI, ...page, ...(code && { script: 'entry.js', files: await bundlePage(code, here) }) },
    ]),
  );
  return Object.fromEntries(made);
}
