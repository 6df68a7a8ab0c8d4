/** Runs in the page: lays out cards to photograph. */
// With their cards: no skeleton is laid out, whose height a card in another language would keep.
import '../../src/elements/define/pay-crypto.ts';
import '../../src/elements/define/pay-localcode.ts';
import '../../src/elements/define/pay-wallet.ts';
import { loaded, loadMessages } from '../../src/i18n/load-messages.ts';
import { crypto, inPhase, localcode, wallet } from '../support/payments.ts';
import { cards, LANGUAGES, type Sheet } from './sheet.ts';

const MAKE = { 'pay-crypto': crypto, 'pay-wallet': wallet, 'pay-localcode': localcode };

const frame = () => new Promise((done) => requestAnimationFrame(done));

/** The card is there, and so are its code, where it is not folded away, and the mark of its coin. */
const isDrawn = ({ shadowRoot: root }: Element) =>
  root?.querySelector('[role=status]') &&
  !root.querySelector('.skeleton-fields') &&
  !root.querySelector('.badge:not(:has(svg))') &&
  !root.querySelector('.tile > .skeleton')?.clientWidth;

/** Loads the messages of a language: until then, a card is drawn in English. */
async function know(lang: string): Promise<void> {
  loadMessages(lang);
  while (!loaded.has(lang)) await frame();
}

/** Puts each tag into a cell, and resolves when all are drawn. */
async function show(theme: Sheet['theme'], tags: readonly HTMLElement[], grid: string): Promise<HTMLElement[]> {
  document.documentElement.style.colorScheme = theme;
  const sheet = document.querySelector('main')!;
  sheet.style.grid = grid;
  const cells = tags.map((tag) => {
    const cell = document.createElement('div');
    cell.append(tag);
    return cell;
  });
  sheet.replaceChildren(...cells);
  while (!tags.every(isDrawn)) await frame();
  await frame();
  return cells;
}

/**
 * One tag in every phase. Each card has a cell of its own, so that one that grows moves no other.
 *
 * @throws Error when a card is higher than its cell.
 */
async function drawPhases({ tag: name, theme, width, height, columns }: Sheet): Promise<void> {
  await know(LANGUAGES.rtl);
  const tags = cards.map(({ phase, direction }) => {
    const tag = document.createElement(name);
    tag.payment = MAKE[name]({ ...inPhase(phase), statusUrl: '/pay/status/1' });
    tag.lang = LANGUAGES[direction];
    return tag;
  });
  const cells = await show(theme, tags, `auto-flow ${height}px / repeat(${columns}, ${width}px)`);
  const over = cells.findIndex((cell) => cell.scrollHeight > height);
  if (over >= 0) throw new Error(`${cards[over]!.phase} is higher than its cell: ${cells[over]!.scrollHeight} px`);
}

/** One card a payment, each with its code. */
async function drawCodes(theme: Sheet['theme'], payments: readonly object[]): Promise<void> {
  const tags = payments.map((payment) => {
    const tag = document.createElement('bid' in payment ? 'pay-localcode' : 'pay-crypto');
    tag.payment = payment;
    tag.layout = 'stack';
    return tag;
  });
  await show(theme, tags, 'auto-flow 340px / repeat(5, 300px)');
}

/** What the tests call in the page. */
const calls = { drawPhases, drawCodes };

declare global {
  interface Window {
    photo: typeof calls;
  }
}

window.photo = calls;
