import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { coins } from '../../src/core/coin.ts';
import { cryptoView, dueOf, missingOf } from '../../src/core/crypto-view.ts';
import { parsePayment } from '../../src/core/parse-payment.ts';
import type { CryptoPayment, Method, PublicPayment } from '../../src/core/payment.ts';
import type { Problem } from '../../src/core/problem.ts';
import { isFinal, phases, type Phase } from '../../src/core/status.ts';
import { localcode as localcodeMessages } from '../../src/i18n/en.localcode.ts';
import { primary } from '../../src/i18n/en.primary.ts';
import { en } from '../../src/i18n/en.ts';
import { wallet as walletMessages } from '../../src/i18n/en.wallet.ts';
import type { Messages } from '../../src/i18n/messages.ts';
import { cryptoPayable } from '../../src/view/crypto-payable.ts';
import { expectedNodes } from '../../src/view/expected-nodes.ts';
import { firstView } from '../../src/view/first-view.ts';
import { localcodePayable } from '../../src/view/localcode-payable.ts';
import type { PayableCrypto } from '../../src/view/payable-view.ts';
import { paymentView } from '../../src/view/payment-view.ts';
import { problemMessage } from '../../src/view/problem-view.ts';
import { shareView, toPlainText } from '../../src/view/share-view.ts';
import { initialState, stateOf, type FatalProblem, type ViewState } from '../../src/view/state.ts';
import { walletPayable } from '../../src/view/wallet-payable.ts';
import { BTC, crypto, EVM, localcode, PNG, wallet } from '../support/payments.ts';

const METHODS = {
  crypto: { make: crypto, payable: cryptoPayable },
  wallet: { make: wallet, payable: walletPayable },
  localcode: { make: localcode, payable: localcodePayable },
} as const;

function read(raw: object): PublicPayment {
  const result = parsePayment(raw);
  assert.ok(result.ok, JSON.stringify(result));
  return result.payment;
}

/** What loads before the first paint. */
const FIRST = { ...primary, ...walletMessages, ...localcodeMessages };

/** The view of a payment in a state. */
function viewOf(raw: object, state: Partial<ViewState> = {}) {
  const made = stateOf(read(raw), state);
  return paymentView(METHODS[made.method].payable, made, en);
}

function payableCrypto(fields: object = {}, state: Partial<ViewState> = {}): PayableCrypto {
  const view = viewOf(crypto(fields), state);
  assert.ok(view.kind === 'payable' && view.method === 'crypto');
  return view;
}

/** All texts in a view. */
const textsOf = (value: unknown): unknown[] => {
  if (typeof value === 'string' || value === undefined) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
};

const PAYABLE: Readonly<Record<Method, readonly Phase[]>> = {
  crypto: ['awaiting', 'underpaid', 'unknown'],
  wallet: ['awaiting', 'unknown'],
  localcode: ['awaiting', 'unknown'],
};

describe('the view of a payment', () => {
  for (const method of ['crypto', 'wallet', 'localcode'] as const) {
    const { make, payable } = METHODS[method];
    for (const phase of phases)
      it(`${method}, ${phase}: is something to pay or an outcome, and has every text`, () => {
        const payment = read(make({ phase, status: phase.toUpperCase(), cryptoAmountReceived: '0.0001' }));
        const state = stateOf(payment);
        const view = paymentView(payable, state, en);
        assert.equal(view.kind, PAYABLE[method].includes(phase) ? 'payable' : 'outcome');
        const { title } = view.status;
        assert.ok(title.length > 3, title);
        assert.ok(!textsOf(view).some((text) => typeof text === 'string' && /undefined|\{\w+\}|NaN/.test(text)));
        assert.deepEqual(paymentView(payable, state, en), view, 'the same again');
        if (phase === 'unknown') assert.equal(title, 'Status from the shop: UNKNOWN');
      });

    for (const code of ['no-payment', 'not-found', 'wrong-method', 'unreadable-payment'] as const)
      it(`${method}, ${code}: is a problem, whatever else is known`, () => {
        const problem = { code, field: 'tid', reason: 'missing' } as FatalProblem;
        for (const payment of [undefined, read(make())]) {
          const state = initialState(method, { payment, problem, contactLost: true });
          const view = paymentView(payable, state, en);
          assert.ok(view.kind === 'problem' && view.code === code);
          assert.deepEqual([view.title, view.text], [...problemMessage(problem, en)]);
          assert.deepEqual([view.status.title, view.status.visuallyHidden], [view.title, true]);
        }
      });

    it(`${method}: is loading without a payment, and shows when contact is lost`, () => {
      const state = initialState(method);
      assert.deepEqual(paymentView(payable, state, en).status.title, 'Loading the payment');
      const lost = paymentView(payable, initialState(method, { contactLost: true }), en);
      assert.deepEqual([lost.kind, lost.status.title, lost.status.tone], ['loading', en.lost, 'warn']);
    });

    it(`${method}: lost contact comes before waiting, and leaves what is shown`, () => {
      const state = stateOf(read(make()), { contactLost: true, stalled: true });
      const view = paymentView(payable, state, en);
      assert.deepEqual([view.kind, view.status.title, view.status.text], ['payable', en.lost, en.lostText]);
    });

    for (const [reason, change] of [
      ['tampered', { tampered: 'address', details: 'changed' }],
      ['details-changed', { details: 'changed' }],
    ] as const)
      it(`${method}: is blocked where it is ${reason}, but only where there is something to pay`, () => {
        const view = paymentView(payable, stateOf(read(make()), change), en);
        assert.ok(view.kind === 'blocked' && view.reason === reason);
        assert.equal(view.showDetails, reason === 'tampered' ? undefined : en.changedShow);
        assert.deepEqual([view.status.title, view.status.visuallyHidden], ['', true], 'the alert is announced');
        assert.deepEqual(expectedNodes(view), []);
        const paid = paymentView(payable, stateOf(read(make({ status: 'PAID' })), change), en);
        assert.equal(paid.kind, 'outcome');
      });

    it(`${method}: an unmatched payment mentions a note only where there is one`, () => {
      const view = viewOf(make({ status: 'UNMATCHED' }));
      assert.ok(view.kind === 'outcome');
      const text = "Don't pay again. Contact the shop and give the payment number.";
      assert.equal(view.text, method === 'wallet' ? `The note was missing or different. ${text}` : text);
    });

    it(`${method}: a test payment is marked as a test, and warns of real money until its phase is final`, () => {
      const warning = 'This is a test payment. Do not send real money.';
      for (const phase of phases) {
        const view = viewOf(make({ phase, status: phase.toUpperCase(), test: true }));
        assert.ok(view.kind === 'payable' || view.kind === 'outcome');
        assert.equal(view.testNote, isFinal(phase) ? 'This is a test payment.' : warning, phase);
      }
    });

    it(`${method}: reminds a payer who has requested changed details that they have changed`, () => {
      const view = paymentView(payable, stateOf(read(make()), { details: 'accepted' }), en);
      assert.ok(view.kind === 'payable' && view.changedNote === en.changed);
    });

    it(`${method}: the first view has nothing but what loads first, and is the same as the whole one`, () => {
      const payments = [make(), make({ test: true }), make({ expiresAt: '2031-01-01T00:00:00Z' })];
      for (const payment of payments.map(read)) {
        const state = stateOf(payment);
        const first = firstView(payable, state, FIRST);
        assert.equal(first.kind, 'payable');
        assert.deepEqual(first, paymentView(payable, state, en));
      }
    });
  }

  it('waits for the secondary messages wherever a text of them is shown', () => {
    const states = [
      stateOf(read(crypto({ status: 'UNDERPAID', cryptoAmountReceived: '0.0001' }))),
      stateOf(read(crypto({ cryptoCoin: 'card' }))),
      stateOf(read(crypto()), { qr: 'image' }),
      stateOf(read(crypto({ status: 'AML' }))),
      stateOf(read(localcode({ hostedUrl: undefined }))),
      stateOf(read(wallet({ status: 'PAID' }))),
      initialState('crypto'),
      initialState('crypto', { problem: { code: 'no-payment' } }),
    ];
    for (const state of states)
      assert.equal(firstView(METHODS[state.method].payable, state, primary as unknown as Messages).kind, 'loading');
  });

  it('shows possible reasons after a quarter of an hour, and before that the time limit', () => {
    const expiresAt = '2031-05-09T10:00:00Z';
    const known = { expiresAt, minimumTransactionCoin: '0.0001' };
    const waiting = payableCrypto(known, { locale: 'en-GB' }).status.text!;
    assert.match(waiting, /^Pay before 9 May 2031, .* This page updates automatically\.$/);
    const stalled = payableCrypto(known, { stalled: true }).status.text!;
    assert.ok(stalled.includes(en.stalled) && stalled.endsWith("0.0001 BTC. Smaller payments can't be confirmed."));
    const counted = payableCrypto(known, { secondsLeft: 90 }).status;
    assert.deepEqual([counted.text, counted.timer], [en.awaitingText, 'Time left: 90 seconds']);
    const tones = [301, 300].map((secondsLeft) => viewOf(crypto(), { secondsLeft }).status.timerTone);
    assert.deepEqual(tones, [undefined, 'warn']);
  });

  it('announces one message at a time: a copy, then an unanswered wallet, then the time left', () => {
    const messageOf = (state: Partial<ViewState>) => payableCrypto({}, state).status.announcement;
    const all = { walletUnanswered: true, secondsAnnounced: 60 };
    assert.equal(messageOf({ ...all, copied: { what: 'address', byHand: false } }), `${en.copied}. ${en.compare}`);
    assert.equal(messageOf({ ...all, copied: { what: 'amount', byHand: true } }), en.copyByHand);
    assert.equal(messageOf(all), `${en.noWallet} ${en.noWalletText}`);
    assert.equal(messageOf({ secondsAnnounced: 60 }), 'Time left: 60 seconds');
    assert.equal(messageOf({}), undefined);
  });

  it("encodes the payer's choice, else the shop's, else what wallets of the coin read", () => {
    const uri = `bitcoin:${BTC}?amount=0.00071342`;
    const text = (state: Partial<ViewState>, fields: object = {}) => {
      const { qr } = payableCrypto(fields, state);
      return qr?.kind === 'code' ? qr.text : qr?.kind;
    };
    assert.equal(text({}), uri);
    assert.equal(text({ qr: 'address' }), BTC);
    assert.equal(text({ qr: 'address', qrMode: 'uri' }), uri);
    assert.equal(text({ qr: 'none' }), undefined);
    assert.equal(text({ qr: 'image' }), 'image');
    assert.equal(text({ qr: 'image', unreadableImage: PNG }), uri);
    assert.equal(text({ qrMode: 'uri' }, { cryptoCoin: 'erc20/usdt', address: EVM }), EVM, 'a token has no URI');
  });

  it('shows, copies, links, encodes and shares one and the same text', () => {
    const view = payableCrypto({ status: 'UNDERPAID', cryptoAmountReceived: '0.0007' });
    assert.equal(view.amount.text, '0.00001342');
    assert.equal(view.walletLink, `bitcoin:${BTC}?amount=0.00001342`);
    assert.equal(view.qrText, view.walletLink);
    const share = shareView(view, stateOf(read(crypto())), en);
    assert.equal(share.amount, '0.00001342 BTC');
    assert.ok(toPlainText(share, en).endsWith(`Address: ${BTC}`));
    const nodes = new Map(expectedNodes(view).map(({ field, value }) => [field, value]));
    assert.deepEqual(
      [nodes.get('amount'), nodes.get('address'), nodes.get('link')],
      [view.amount.text, BTC, view.qrText],
    );
  });

  it('has no link to a hosted page that somebody may have changed', () => {
    const problem = { code: 'wrong-method', field: 'tid' } as const;
    const state = initialState('crypto', { problem, hostedUrl: 'https://pay.example/1' });
    const url = (tampered?: string) => {
      const view = paymentView(cryptoPayable, { ...state, tampered }, en);
      return view.kind === 'problem' ? view.hostedUrl : undefined;
    };
    assert.deepEqual([url(), url('address')], ['https://pay.example/1', undefined]);
  });
});

describe('the message of a problem', () => {
  const PROBLEMS: Readonly<Record<Problem['code'], Problem>> = {
    'no-payment': { code: 'no-payment' },
    'unreadable-payment': { code: 'unreadable-payment', field: 'tid', reason: 'missing' },
    'wrong-method': { code: 'wrong-method', field: 'tid' },
    'unknown-coin': { code: 'unknown-coin', coin: 'card' },
    'unknown-status': { code: 'unknown-status', status: 'AML' },
    'details-changed': { code: 'details-changed', field: 'address' },
    tampered: { code: 'tampered', field: 'address' },
    'not-found': { code: 'not-found' },
    'contact-lost': { code: 'contact-lost' },
    stalled: { code: 'stalled' },
    'unknown-order': { code: 'unknown-order' },
    'unreadable-order': { code: 'unreadable-order', field: 'methods', reason: 'missing' },
    busy: { code: 'busy', after: 1000 },
    'not-prepared': { code: 'not-prepared', reason: 'lost' },
    'already-paid': { code: 'already-paid' },
    'sold-out': { code: 'sold-out' },
  };
  for (const problem of Object.values(PROBLEMS))
    it(`exists for ${problem.code}`, () => {
      const [title, text] = problemMessage(problem, en);
      assert.ok(title.length > 3 && !/\{|undefined/.test(title + text), title);
    });
});

describe('what is due of a payment in a coin', () => {
  const payment = (fields: object) => read(crypto(fields)) as CryptoPayment;

  it('is the whole amount, unless none so small can be confirmed', () => {
    assert.equal(dueOf(payment({}), 'awaiting'), '0.00071342');
    assert.equal(dueOf(payment({ minimumTransactionCoin: '0.00071342' }), 'awaiting'), '0.00071342');
    assert.equal(dueOf(payment({ minimumTransactionCoin: '0.00071343' }), 'awaiting'), undefined);
  });

  it('is the missing amount of an underpaid payment, where the received amount is known', () => {
    assert.deepEqual(missingOf(payment({ cryptoAmountReceived: '0.0007' })), { kind: 'rest', rest: '0.00001342' });
    assert.equal(dueOf(payment({ cryptoAmountReceived: '0.0007' }), 'underpaid'), '0.00001342');
    assert.deepEqual(missingOf(payment({})), { kind: 'unknown' });
    assert.deepEqual(missingOf(payment({ cryptoAmountReceived: '0.00071342' })), { kind: 'unknown' });
    const small = payment({ cryptoAmountReceived: '0.0007', minimumTransactionCoin: '0.0001' });
    assert.deepEqual([missingOf(small), dueOf(small, 'underpaid')], [{ kind: 'too-small' }, undefined]);
  });

  for (const { symbol, ticker, qr, token } of coins)
    it(`${symbol}: has one text for the page, the code and the link`, () => {
      const view = cryptoView(payment({ cryptoCoin: symbol.toLowerCase(), cryptoAmountExpected: '1.25' }));
      assert.deepEqual([view.ticker, view.amount, view.mode], [ticker, '1.25', qr]);
      assert.equal('uri' in view.texts, !token);
      assert.equal(view.link, qr === 'uri' ? view.texts.uri : undefined);
      assert.equal(cryptoView(payment({ cryptoCoin: symbol, test: true })).link, undefined, 'none for a test');
    });

  it('of an unknown coin is the plain text, with its symbol', () => {
    const view = cryptoView(payment({ cryptoCoin: 'card', cryptoAmountExpected: '1.250' }));
    assert.deepEqual([view.coin, view.name, view.ticker, view.amount], [undefined, 'CARD', 'CARD', '1.25']);
    assert.deepEqual([view.mode, view.link], ['address', undefined]);
  });
});
