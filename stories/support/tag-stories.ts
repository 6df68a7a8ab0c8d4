import type { StoryObj } from '@storybook/web-components-vite';
import { expect } from 'storybook/test';
import type { Phase } from '../../src/core/payments/phases.ts';
import { answerTroubles, TROUBLE } from './in-page.ts';
import { type Played, hasPart, look, opened, part, messageOf, soon, announcement, textOf } from './look.ts';
import type { Args } from './render.ts';

/** A story of a tag. */
export type TagStory = StoryObj<Args>;

type Make = (fields?: object) => object;

/** Figures that come with a phase, where the method has any. */
const FIGURES: Partial<Record<Phase, object>> = {
  underpaid: { cryptoAmountReceived: '0.0005' },
  overpaid: { cryptoAmountReceived: '0.0008' },
  confirming: { confirmations: 1, confirmationsRequired: 3 },
};

/** Where a payer could still send money to. */
const PAYABLE = '[part~="address"], [part~="note"], [part~="wallet-link"], [part~="qr"]';

/** Phases that ask for nothing (any more). An underpaid coin payment asks for the rest. */
const OVER: readonly Phase[] = ['paid', 'overpaid', 'expired', 'late', 'failed', 'cancelled', 'refunded'];

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const EVIL = '"><img src=x onerror=alert(1)><script>alert(2)</script>';

/**
 * The stories that every tag has: one for each phase and one for each trouble. Each plays far enough to show that
 * it is what its name says.
 */
export function tagStories(make: Make) {
  /** The payment in one phase. */
  const phase = (name: Phase, fields: object = {}): TagStory => ({
    args: { payment: make({ ...FIGURES[name], status: name.toUpperCase(), ...fields }) },
    async play({ canvasElement, args }: Played) {
      const tag = await opened(canvasElement);
      await soon(() => expect(tag.phase).toBe(name));
      await expect(tag.matches(`:state(${name})`)).toBe(true);
      await soon(() => expect(args.onPayStatus).toHaveBeenCalledWith(expect.objectContaining({ phase: name })));
      if (OVER.includes(name)) await expect(tag.shadowRoot!.querySelector(PAYABLE)).toBeNull();
    },
  });

  /** Under way: the shape of the card. */
  const loading: TagStory = {
    args: { payment: undefined, src: TROUBLE.silent },
    async play({ canvasElement }: Played) {
      const tag = await opened(canvasElement);
      await soon(() => expect(announcement(tag)).toBe(messageOf(tag, 'loading')));
      await expect(tag.matches(':state(loading)')).toBe(true);
    },
  };

  /** A field is missing: calm words for the payer, its name for the developer. */
  const unreadable: TagStory = {
    args: { payment: { ...make(), status: null } },
    async play({ canvasElement, args }: Played) {
      const tag = await opened(canvasElement);
      await soon(() => expect(textOf(part(tag, 'outcome'))).toContain(messageOf(tag, 'unreadable')));
      const problem = expect.objectContaining({ field: 'status' }) as unknown;
      await soon(() =>
        expect(args.onPayProblem).toHaveBeenCalledWith(
          expect.objectContaining({ code: 'unreadable-payment', problem }),
        ),
      );
    },
  };

  /** Three questions in a row went unanswered. What was shown stays. */
  const contactLost: TagStory = {
    args: { payment: make(), 'status-url': TROUBLE.unreachable },
    async play({ canvasElement }: Played) {
      const tag = await opened(canvasElement);
      await soon(() => {
        tag.refresh(); // a payer would wait a few seconds for the third question
        return expect(tag.matches(':state(lost)')).toBe(true);
      });
      await soon(() => expect(announcement(tag)).toContain(messageOf(tag, 'lost')));
      await expect(tag.phase).toBe('awaiting');
      look<HTMLButtonElement>(tag.shadowRoot!, '[part~="try-now"]').click();
      await expect(tag.phase).toBe('awaiting');
    },
  };

  /** The shop answers 404. */
  const notFound: TagStory = {
    args: { payment: make(), 'status-url': TROUBLE.gone },
    async play({ canvasElement }: Played) {
      const tag = await opened(canvasElement);
      await soon(() => expect(textOf(part(tag, 'outcome'))).toContain(messageOf(tag, 'gone')));
      await expect(tag.shadowRoot!.querySelector(PAYABLE)).toBeNull();
    },
  };

  /** Long words: nothing may overflow. */
  const longWords = (fields: object = {}): TagStory => ({
    args: { payment: make({ status: LONG, ...fields }), header: `To ${LONG}`, footer: LONG, help: LONG },
    async play({ canvasElement }: Played) {
      const tag = await opened(canvasElement);
      await soon(() => expect(announcement(tag)).toContain(LONG));
      const card = part(tag, 'card');
      await expect(card.scrollWidth).toBeLessThanOrEqual(card.clientWidth);
    },
  });

  /** Markup, scripts and script addresses where words are expected: they stay words. */
  const hostileText = (fields: object = {}): TagStory => ({
    args: {
      payment: make({ status: EVIL, currency: EVIL, hostedUrl: 'javascript:alert(3)', qrCodeBase64: EVIL, ...fields }),
      header: EVIL,
    },
    async play({ canvasElement }: Played) {
      const tag = await opened(canvasElement);
      await soon(() => expect(announcement(tag)).toContain('<img src=x'));
      for (const root of [tag.shadowRoot!, tag])
        await expect(root.querySelector('script, img, [onerror], [href^="javascript"]')).toBeNull();
      await expect(hasPart(tag, 'page-link')).toBe(false);
    },
  });

  return { phase, loading, unreadable, contactLost, notFound, longWords, hostileText, prepare: answerTroubles };
}

export { EVIL, LONG };
