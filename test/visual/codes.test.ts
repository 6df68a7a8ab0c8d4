/** The codes on the page as somebody else's reader sees them, in every engine's own photograph of it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PNG } from 'pngjs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { crypto, EVM, localcode } from '../support/payments.ts';
import { engines, openCamera, type Camera } from './camera.ts';
import type {} from './page.ts';
import { servePage, type ServedPage } from './serve.ts';
import { themes } from './sheet.ts';

// Its own way to find the file is a request to a CDN.
const wasmBinary = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer } });

const LTC = 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9';
const BCH = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';
const DOGE = 'D7wbmbjBWG5HPkT6d4gh6SdQPp6z25vcF2';
const TRX = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const SOL = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';
const BTC = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

/** What each coin's wallets read, letter by letter. */
const CODES: readonly [coin: string, address: string, amount: string, text: string][] = [
  ['btc', BTC, '0.00071342', `bitcoin:${BTC}?amount=0.00071342`],
  ['ltc', LTC, '0.57278669', `litecoin:${LTC}?amount=0.57278669`],
  ['doge', DOGE, '299.007445', `dogecoin:${DOGE}?amount=299.007445`],
  ['bch', BCH, '0.11690517', `${BCH}?amount=0.11690517`],
  ['eth', EVM, '0.01544672', `ethereum:${EVM}@1?value=15446720000000000`],
  ['sol/sol', SOL, '0.315651605', `solana:${SOL}?amount=0.315651605`],
  ['trx', TRX, '363.225321', TRX],
  ['bnb', EVM, '0.08194492', EVM],
  ['erc20/usdt', EVM, '48.185545', EVM],
];
const PAYMENTS = [
  ...CODES.map(([cryptoCoin, address, cryptoAmountExpected]) => crypto({ cryptoCoin, address, cryptoAmountExpected })),
  localcode(),
];
const TEXTS = [...CODES.map(([, , , text]) => text), localcode().hostedUrl].sort();

/** Holds ten cards. CSS pixels. */
const VIEWPORT = { width: 1500, height: 680 };

async function readAll(png: Uint8Array): Promise<string[]> {
  const found = await readBarcodes(png, { formats: ['QRCode'], maxNumberOfSymbols: 255 });
  return found.map(({ text }) => text).sort();
}

describe('the codes', () => {
  let page: ServedPage;
  before(async () => {
    page = await servePage();
  });
  after(() => page.close());

  for (const engine of engines)
    for (const scale of [1, 2] as const)
      describe(`in ${engine[0]}, ${scale} device pixels a CSS pixel`, () => {
        let camera: Camera;
        before(async () => {
          camera = await openCamera(engine, { scale });
          await camera.setViewport(VIEWPORT);
          await camera.goto(page.url);
        });
        after(() => camera.close());

        for (const theme of themes)
          it(`decode to the exact text of every coin and of a hosted page, ${theme}`, async () => {
            await camera.evaluate((...args) => window.photo.drawCodes(...args), theme, PAYMENTS);
            const picture = await camera.screenshot();
            assert.equal(PNG.sync.read(Buffer.from(picture)).width, scale * VIEWPORT.width, 'device pixels');
            assert.deepEqual(await readAll(picture), TEXTS);
          });
      });
});
