/**
 * Every tag in every phase, light and dark, in both directions, on a phone and on a desk, beside the picture that was
 * last found right. `npm run visual -- --update` takes the pictures anew; those that show the same stay as they are.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { PNG } from 'pngjs';
import { engines, openCamera, type Camera } from './camera.ts';
import type {} from './page.ts';
import { cut, difference, smallPng } from './pictures.ts';
import { servePage, type ServedPage } from './serve.ts';
import { cards, tags, themes, type Sheet } from './sheet.ts';

const BASELINE = 'test/visual/baseline';
const FAILED = 'test/visual/failed';
const RENEW = 'npm run visual -- --update';

/** How wide a card may be, and how high its cell is. CSS pixels. */
const FORMS = {
  phone: { touch: true, cell: { width: 360, height: 1000, columns: 8 } },
  desk: { touch: false, cell: { width: 660, height: 760, columns: 6 } },
};

/** The cards of a sheet, one by one. */
const cutCards = (sheet: PNG, { width, height, columns }: (typeof FORMS)['phone']['cell']): PNG[] =>
  cards.map((_, at) => cut(sheet, (at % columns) * width, Math.floor(at / columns) * height, width, height));

const read = (file: string) => PNG.sync.read(readFileSync(file));

/** Keeps what was expected, what is there and where they differ, to be looked at. */
function keep(name: string, pictures: Record<string, PNG>): string {
  mkdirSync(FAILED, { recursive: true });
  for (const [kind, picture] of Object.entries(pictures))
    writeFileSync(`${FAILED}/${name}-${kind}.png`, PNG.sync.write(picture));
  return `${FAILED}/${name}-{${Object.keys(pictures).join(',')}}.png`;
}

// Text is drawn alike on every Linux, and otherwise elsewhere.
const chromium = process.platform === 'linux' ? engines.find(([name]) => name === 'chromium') : undefined;
if (!chromium) console.log('no pictures compared: that takes Chromium on Linux');
rmSync(FAILED, { recursive: true, force: true });

for (const [form, { touch, cell }] of chromium ? Object.entries(FORMS) : [])
  describe(`on a ${form}`, () => {
    let page: ServedPage;
    let camera: Camera;
    before(async () => {
      page = await servePage();
      camera = await openCamera(chromium!, { touch });
      const rows = Math.ceil(cards.length / cell.columns);
      await camera.setViewport({ width: cell.width * cell.columns, height: cell.height * rows });
      await camera.goto(page.url);
    });
    after(async () => {
      await camera.close();
      await page.close();
    });

    async function take(sheet: Pick<Sheet, 'tag' | 'theme'>): Promise<PNG> {
      await camera.evaluate((whole) => window.photo.drawPhases(whole), { ...sheet, ...cell });
      return PNG.sync.read(Buffer.from(await camera.screenshot()));
    }

    /** A sheet as it is now, and as it was last found right. */
    async function photograph(name: string, sheet: Pick<Sheet, 'tag' | 'theme'>) {
      const file = `${BASELINE}/${name}.png`;
      const whole = await take(sheet);
      const actual = cutCards(whole, cell);
      const looksAsBefore = () => {
        const before = cutCards(read(file), cell);
        return actual.every((card, at) => !difference(before[at]!, card));
      };
      if (process.env.UPDATE_PICTURES === '1' && !(existsSync(file) && looksAsBefore())) {
        mkdirSync(BASELINE, { recursive: true });
        writeFileSync(file, smallPng(whole));
      }
      assert.ok(existsSync(file), `there is no ${file} yet: ${RENEW}`);
      return { actual, expected: cutCards(read(file), cell) };
    }

    for (const tag of tags)
      for (const theme of themes) {
        const name = `${tag}-${form}-${theme}`;
        let sheet: ReturnType<typeof photograph> | undefined;
        for (const [at, { phase, direction }] of cards.entries())
          it(`${tag} looks as it did: ${theme}, ${phase}, ${direction}`, async () => {
            const { actual, expected } = await (sheet ??= photograph(name, { tag, theme }));
            const differs = difference(expected[at]!, actual[at]!);
            if (!differs) return;
            const pictures = { expected: expected[at]!, actual: actual[at]!, difference: differs };
            assert.fail(`see ${keep(`${name}-${phase}-${direction}`, pictures)}; if that is right: ${RENEW}`);
          });
      }

    for (const [what, token, value] of [
      ['a pixel more around it', '--pay-padding', '21px'],
      ['another grey', '--pay-muted', '#6b7583'],
    ] as const)
      it(`would show ${what}`, async () => {
        const sheet = { tag: 'pay-wallet', theme: 'light' } as const;
        await camera.evaluate((name, to) => document.body.style.setProperty(name, to), token, value);
        const cards = cutCards(await take(sheet), cell);
        await camera.evaluate((name) => void document.body.style.removeProperty(name), token);
        const { expected } = await photograph(`pay-wallet-${form}-light`, sheet);
        for (const [at, card] of cards.entries()) assert.ok(difference(expected[at]!, card), `card ${at}`);
      });
  });
