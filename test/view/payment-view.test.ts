import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { coins } from '../../src/core/coins/coin.ts';
import { missingOf, parsePayment } from '../../src/core/payments/public-payment.ts';
import type { CryptoPayment, Method, PublicPayment } from '../../src/core/payments/payment.ts';
import type { OrderProblem } from '../../src/core/payments/problem.ts';
import { isFinal, phases, type Phase } from '../../src/core/payments/phases.ts';
import { en } from '../../src/i18n/messages.ts';
import type { FatalProblem } from '../../src/model/payment-model.ts';
import { cryptoPayable } from '../../src/view/crypto-payable.ts';
import { expectedNodes } from '../../src/view/expected-nodes.ts';
import { localcodePayable } from '../../src/view/localcode-payable.ts';
import { paymentView } from '../../src/view/payment-view.ts';
import { orderProblemView } from '../../src/view/order-problem-view.ts';
import { problemMessage } from '../../src/view/problem-view.ts';
import { receiptRows } from '../../src/view/receipt-view.ts';
import { shareView, toPlainText } from '../../src/view/share-view.ts';
import { initialState, stateOf, type ViewState } from '../../src/view/state.ts';
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

/** The view of a payment in a state. */
function viewOf(raw: object, state: Partial<ViewState> = {}) {
  const made = stateOf(read(raw), state);
  return paymentView(METHODS[made.method].payable, made, en);
}

function payableCrypto(fields: object = {}, state: Partial<ViewState> = {}) {
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

    it(`${method}: lost contact is not shown beside a final payment, for which nothing is expected`, () => {
      for (const [phase, title] of [
        ['paid', 'Paid'],
        ['confirming', en.lost],
      ] as const) {
        const state = stateOf(read(make({ phase, status: 'X' })), { contactLost: true });
        assert.equal(paymentView(payable, state, en).status.title, title);
      }
    });

    it(`${method}: lost contact comes before waiting, and leaves what is shown`, () => {
      const state = stateOf(read(make()), { contactLost: true, stalled: true });
      const view = paymentView(payable, state, en);
      assert.deepEqual([view.kind, view.status.title, view.status.text], ['payable', en.lost, en.lostText]);
    });

    it(`${method}: without an address to poll, the status promises no updates`, () => {
      const polling = { url: '/pay/status/1', fresh: false };
      const followed = paymentView(payable, stateOf(read(make()), { polling }), en).status;
      assert.equal(followed.text, method === 'crypto' ? en.awaitingText : undefined);
      assert.equal(paymentView(payable, stateOf(read(make())), en).status.text, undefined);
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
      const text = 'Don’t pay again. Contact the shop and give the payment number.';
      assert.equal(view.text, method === 'wallet' ? `The note may have been missing or different. ${text}` : text);
    });

    it(`${method}: a test payment is marked as a test, and warns of real money until its phase is final`, () => {
      const warning = 'This is a test payment. Don’t send real money.';
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

    it(`${method}: shows everything to pay by before the first price is formatted, with another price at most`, () => {
      const payments = [make(), make({ test: true }), make({ expiresAt: '2031-01-01T00:00:00Z' })];
      for (const payment of payments.map(read)) {
        const first = paymentView(payable, stateOf(payment, { showsPrices: false }), en);
        const whole = paymentView(payable, stateOf(payment), en);
        assert.ok(first.kind === 'payable' && whole.kind === 'payable');
        assert.deepEqual({ ...first, price: whole.price }, whole);
      }
    });
  }

  it('is something to pay also for an unknown coin, with the service’s own image, and for a code without a page', () => {
    const image = viewOf(crypto({ qrCodeBase64: PNG }), { qr: 'image' });
    assert.equal(image.kind === 'payable' && image.method === 'crypto' && image.qr?.kind, 'image');
    for (const raw of [crypto({ cryptoCoin: 'card' }), localcode({ hostedUrl: undefined })])
      assert.equal(viewOf(raw).kind, 'payable');
  });

  it('shows possible reasons after seven minutes, and before that the time limit', () => {
    const expiresAt = '2031-05-09T10:00:00Z';
    const known = { expiresAt, minimumTransactionCoin: '0.0001' };
    const waiting = payableCrypto(known, { locale: 'en-GB' }).status.text!;
    assert.match(waiting, /^Send by 9 May 2031, \d\d:\d\d\.$/);
    const stalled = payableCrypto(known, { stalled: true }).status.text!;
    assert.ok(stalled.includes(en.stalled) && stalled.endsWith('Payments below 0.0001 BTC can’t be confirmed.'));
    const counted = payableCrypto(known, { secondsLeft: 90 }).status;
    assert.deepEqual([counted.text, counted.timer], [undefined, 'Time left: 90 seconds']);
    const tones = [301, 300].map((secondsLeft) => viewOf(crypto(), { secondsLeft }).status.timerTone);
    assert.deepEqual(tones, [undefined, 'warn']);
  });

  it('says when to send, or when to pay, by the method', () => {
    const expiresAt = '2031-05-09T10:00:00Z';
    const textOf = (raw: object) => viewOf(raw, { locale: 'en-GB' }).status.text!;
    assert.match(textOf(crypto({ expiresAt })), /^Send by 9 May 2031/);
    for (const raw of [wallet({ expiresAt }), localcode({ expiresAt })])
      assert.match(textOf(raw), /^Pay by 9 May 2031/);
  });

  it('names the coin and the network together', () => {
    assert.equal(payableCrypto().network.only, 'Send only BTC, only on the Bitcoin network.');
    const tron = payableCrypto({ cryptoCoin: 'trx', address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' });
    assert.equal(tron.network.only, 'Send only TRX, only on the TRON network.');
    const ether = payableCrypto({ cryptoCoin: 'eth', address: EVM });
    assert.equal(ether.network.only, 'Send only ETH, only on the Ethereum network.');
  });

  it('says what the dot of an amount is where prices group thousands with a dot', () => {
    const hintOf = (cryptoAmountExpected: string, state: Partial<ViewState>) =>
      payableCrypto({ cryptoAmountExpected }, state).amount.hint;
    for (const locale of ['de', 'es', 'it', 'pt', 'tr', 'id', 'nl', 'da', 'vi', 'es-AR'])
      assert.equal(hintOf('1.234', { locale }), en.decimalPoint, locale);
    for (const locale of ['en', 'fr', 'de-CH', 'es-MX', 'ja', 'ar', 'pl'])
      assert.equal(hintOf('1.234', { locale }), undefined, locale);
    assert.deepEqual([hintOf('1234', { locale: 'de' }), hintOf('0.001', { locale: 'de' })], [undefined, undefined]);
    assert.equal(hintOf('1.234', { locale: 'de', showsPrices: false }), undefined, 'not before prices are formatted');
  });

  it('shows the received amount with its unit, as the expected amount', () => {
    const { missing } = payableCrypto({ status: 'UNDERPAID', cryptoAmountReceived: '0.0007' });
    assert.ok(missing?.text.startsWith('0.0007 BTC of 0.00071342 BTC '), missing?.text);
  });

  it('joins texts as the language does', () => {
    const chinese = { ...en, titleAndText: '{title}。{text}', labelAndValue: '{label}：{value}' };
    const underpaid = read(crypto({ status: 'UNDERPAID', cryptoAmountReceived: '0.0007' }));
    const view = paymentView(cryptoPayable, stateOf(underpaid), chinese);
    assert.ok(view.kind === 'payable' && view.method === 'crypto' && view.qr?.kind === 'code');
    assert.equal(view.status.hiddenText, `${en.underpaid}。${view.missing!.text}`);
    assert.ok(view.qr.label.startsWith(`${en.qr}：`), view.qr.label);
    const share = shareView(view, stateOf(underpaid), chinese);
    assert.ok(toPlainText(share, chinese).endsWith(`${en.address}：${BTC}`));
  });

  it('names what may be wrong by the method, with the contact, and promises nothing', () => {
    for (const [make, text] of [
      [crypto, en.stalled],
      [wallet, en.stalledWallet],
      [localcode, en.stalledLocalcode],
    ] as const) {
      const { status } = viewOf(make(), { stalled: true });
      assert.deepEqual([status.text, status.asksToContact], [text, true]);
    }
  });

  it('waits for the confirmations once the whole amount has arrived, whatever came first', () => {
    for (const phase of ['underpaid', 'confirming'] as const) {
      const view = viewOf(crypto({ phase, cryptoAmountReceived: '0.00071342', confirmations: 1 }));
      assert.ok(view.kind === 'outcome');
      assert.deepEqual([view.tone, view.title], ['wait', en.confirming]);
      assert.equal(
        view.text,
        'The whole amount has arrived. Bitcoin payments are usually confirmed within 10\u2060–\u206060 minutes. You can close this page.',
      );
      assert.ok(!/missing/.test(JSON.stringify(view)));
    }
  });

  it('says that more than the amount has arrived while that is confirmed, with both amounts', () => {
    const view = viewOf(crypto({ phase: 'confirming', cryptoAmountReceived: '0.00078', orderRef: 'NW-1001' }));
    assert.ok(view.kind === 'outcome');
    assert.equal(view.text, 'More than the amount has arrived. The shop decides about the difference.');
    assert.deepEqual(view.facts, [
      ['Order', 'NW-1001'],
      ['Asked', '0.00071342 BTC'],
      ['Received', '0.00078 BTC'],
    ]);
  });

  it('takes what the payment server says is due, which may contain the fee of another transaction', () => {
    const more = { cryptoAmountReceived: '0.00072' };
    const waiting = viewOf(crypto({ phase: 'detected', ...more, cryptoAmountDue: '0' }));
    assert.ok(waiting.kind === 'outcome');
    assert.ok(waiting.text.startsWith(en.allArrived), waiting.text);
    const short = payableCrypto({ phase: 'underpaid', ...more, cryptoAmountDue: '0.00000987' });
    assert.equal(short.amount.text, '0.00000987');
  });

  it('has what was paid, for what and when in one table, each once', () => {
    const known = { status: 'PAID', orderRef: 'NW-1001', paidAt: '2026-11-22T14:05:00Z' };
    const view = viewOf(crypto({ ...known, cryptoAmountReceived: '0.00071342' }), { locale: 'en-GB' });
    assert.ok(view.kind === 'outcome');
    assert.deepEqual(
      view.facts.map(([name]) => name),
      ['Order', 'Paid with', 'Paid at'],
    );
    assert.match(view.facts[2]![1], /^22 Nov 2026, \d\d:05$/);
    for (const bare of [wallet({ status: 'PAID' }), crypto({ status: 'PAID', cryptoAmountReceived: '0.00' })]) {
      const unpaid = viewOf(bare);
      assert.ok(unpaid.kind === 'outcome');
      assert.ok(!unpaid.facts.some(([name]) => name === 'Paid with'), 'marked as paid without money');
      const receipt = receiptRows(unpaid, stateOf(read(bare)), en);
      assert.equal(receipt.find(([name]) => name === en.received)![1], undefined, 'nor on the receipt');
    }
  });

  it('has the transactions of an outcome, with long ids without their middle', () => {
    const ids = ['4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b', 'short'];
    const transactions = ids.map((id) => ({ id, url: `https://explorer.example/tx/${id}` }));
    const view = viewOf(crypto({ phase: 'detected', transactions }));
    assert.ok(view.kind === 'outcome');
    assert.deepEqual(view.facts, [
      ['Transaction', '4a5e1e4b…fdeda33b', transactions[0]!.url],
      ['Transaction', 'short', transactions[1]!.url],
    ]);
  });

  it('tells how long a coin usually takes from the table of coins, and nothing of other payments', () => {
    for (const { symbol, name, confirmationMinutes } of coins) {
      const view = viewOf(crypto({ phase: 'detected', cryptoCoin: symbol }));
      assert.ok(view.kind === 'outcome' && view.text.includes(`${name} payments are usually confirmed within`));
      const [least, most] = confirmationMinutes;
      assert.ok(
        view.text.includes(least === most ? `within ${most} minute.` : `within ${least}\u2060–\u2060${most} minutes.`),
        view.text,
      );
      assert.ok(view.text.endsWith(en.canClose));
    }
    const others = [crypto({ phase: 'detected', cryptoCoin: 'card' }), wallet({ phase: 'detected' })];
    for (const payment of others) assert.ok(!textsOf(viewOf(payment)).some((text) => /usually/.test(String(text))));
  });

  for (const method of ['crypto', 'wallet', 'localcode'] as const)
    it(`${method}: shows nothing to pay once the time is over, until the shop has answered`, () => {
      const { make, payable } = METHODS[method];
      const payment = read(make({ expiresAt: '2026-01-01T00:00:00Z' }));
      const state = stateOf(payment, { overdue: true, details: 'changed' });
      const view = paymentView(payable, state, en);
      assert.ok(view.kind === 'blocked' && view.reason === 'overdue');
      assert.deepEqual([view.title, view.text], [en.checking, en.checkingText]);
      assert.deepEqual([view.showDetails, expectedNodes(view)], [undefined, []]);
      assert.equal(paymentView(payable, { ...state, knownPhase: 'expired' }, en).kind, 'outcome');
      const tampered = paymentView(payable, { ...state, tampered: 'address' }, en);
      assert.equal(tampered.kind === 'blocked' && tampered.reason, 'tampered');
    });

  it('shows and copies one text for the amount of a transfer, with all decimals of its currency', () => {
    const amountOf = (amount: string, currency: string) => {
      const view = viewOf(wallet({ amount, currency }));
      return view.kind === 'payable' && view.method === 'wallet' ? `${view.amount.text} ${view.amount.unit}` : '';
    };
    assert.equal(amountOf('32.00', 'EUR'), '32.00 EUR');
    assert.equal(amountOf('48.2', 'usd'), '48.20 USD');
    assert.equal(amountOf('3200', 'JPY'), '3200 JPY');
    assert.equal(amountOf('0.125', 'EUR'), '0.125 EUR');
  });

  it('has the note and then the amount, on the payment page where there is one', () => {
    const steps = (fields: object) => {
      const view = viewOf(wallet(fields));
      return view.kind === 'payable' && view.method === 'wallet' ? [view.destination.label, view.amount.label] : [];
    };
    assert.deepEqual(steps({}), ['Copy this note', 'On the payment page, send 32.00 EUR with the note']);
    assert.equal(steps({ hostedUrl: undefined })[1], 'From your online wallet, send 32.00 EUR with the note');
  });

  it('has the network in one short line, and asks about a memo only where wallets do', () => {
    const networkOf = (cryptoCoin: string) => payableCrypto({ cryptoCoin }).network;
    assert.deepEqual(networkOf('btc').rules, undefined);
    assert.equal(networkOf('erc20/usdt').short, 'Only USDT on Ethereum (ERC-20)');
    assert.deepEqual(networkOf('erc20/usdt').rules, en.networkUSDT);
    const asking = coins.filter(({ symbol }) => networkOf(symbol).rules?.includes(en.noMemo));
    assert.deepEqual(
      asking.map(({ ticker }) => ticker),
      ['BNB', 'TRX', 'SOL'],
    );
    for (const { symbol } of coins) assert.ok(networkOf(symbol).short.length <= 36, networkOf(symbol).short);
  });

  it('tells plainly that money which was seen has gone again, also a payer who has said that it is sent', () => {
    for (const state of [{}, { sentId: '7f3k92qx' }]) {
      const { title, text, tone, asksToContact } = payableCrypto({ moneyGone: true }, state).status;
      assert.deepEqual([title, text, tone, asksToContact], [en.moneyGone, en.moneyGoneText, 'warn', true]);
    }
  });

  it('has no status line beside the view of a payer who has sent the money, but for trouble', () => {
    const sent = payableCrypto({}, { sentId: '7f3k92qx' }).status;
    assert.deepEqual([sent.title, sent.text, sent.visuallyHidden], ['', undefined, true]);
    const lost = payableCrypto({}, { sentId: '7f3k92qx', contactLost: true }).status;
    assert.deepEqual([lost.title, lost.visuallyHidden], [en.lost, undefined]);
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
  type ShownProblem = Parameters<typeof problemMessage>[0];
  const PROBLEMS: Readonly<Record<ShownProblem['code'], ShownProblem>> = {
    'no-payment': { code: 'no-payment' },
    'unreadable-payment': { code: 'unreadable-payment', field: 'tid', reason: 'missing' },
    'wrong-method': { code: 'wrong-method', field: 'tid' },
    'details-changed': { code: 'details-changed', field: 'address' },
    tampered: { code: 'tampered', field: 'address' },
    'not-found': { code: 'not-found', reason: '' },
  };
  const OF_ORDERS: Readonly<Record<OrderProblem['code'], OrderProblem>> = {
    'no-payment': { code: 'no-payment' },
    'unreadable-payment': { code: 'unreadable-payment', field: 'tid', reason: 'missing' },
    'contact-lost': { code: 'contact-lost', reason: 'no response' },
    'unknown-order': { code: 'unknown-order', reason: '' },
    'unreadable-order': { code: 'unreadable-order', field: 'methods', reason: 'missing' },
    busy: { code: 'busy', after: 1000 },
    'not-prepared': { code: 'not-prepared', reason: 'lost' },
    'already-paid': { code: 'already-paid' },
    'sold-out': { code: 'sold-out' },
  };
  const exists = (title: string, text: string) =>
    assert.ok(title.length > 3 && !/\{|undefined/.test(title + text), title);
  for (const problem of Object.values(PROBLEMS))
    it(`exists for ${problem.code}`, () => exists(...problemMessage(problem, en)));
  for (const problem of Object.values(OF_ORDERS))
    it(`exists for ${problem.code} of an order`, () => {
      const { title, text } = orderProblemView(problem, en);
      exists(title, text);
    });
});

describe('the text of a problem of an order', () => {
  const textOf = (problem: OrderProblem) => orderProblemView(problem, en);

  it('asks to try again exactly where that can help', () => {
    const tooSmall = textOf({ code: 'not-prepared', reason: 'below-minimum' });
    assert.deepEqual([tooSmall.canRetry, tooSmall.text], [false, en.tooSmallToPrepare]);
    assert.doesNotMatch(tooSmall.text, /try again/i);
    const lost = textOf({ code: 'not-prepared', reason: 'lost' });
    assert.deepEqual([lost.canRetry, /Try again/.test(lost.text)], [true, true]);
  });

  it('speaks of the order where no payment was asked for', () => {
    const unreadable = textOf({ code: 'unreadable-order', field: 'methods', reason: 'missing' });
    assert.deepEqual([unreadable.title, unreadable.text], [en.orderUnreadable, en.orderUnreadableText]);
    assert.equal(textOf({ code: 'unknown-order', reason: '' }).text, en.noOrderText);
  });
});

describe('what is due of a payment in a coin', () => {
  const payment = (fields: object) => read(crypto(fields)) as CryptoPayment;
  const dueOf = (of: CryptoPayment, phase: 'awaiting' | 'underpaid') => {
    const view = cryptoPayable(of, phase, stateOf(of), en);
    return view?.method === 'crypto' ? view.amount.text : undefined;
  };

  it('is the whole amount, unless none so small can be confirmed', () => {
    assert.equal(dueOf(payment({}), 'awaiting'), '0.00071342');
    assert.equal(dueOf(payment({ minimumTransactionCoin: '0.00071342' }), 'awaiting'), '0.00071342');
    assert.equal(dueOf(payment({ minimumTransactionCoin: '0.00071343' }), 'awaiting'), undefined);
  });

  it('is the missing amount of an underpaid payment, where the received amount is known', () => {
    assert.deepEqual(missingOf(payment({ cryptoAmountReceived: '0.0007' })), { kind: 'rest', rest: '0.00001342' });
    assert.equal(dueOf(payment({ cryptoAmountReceived: '0.0007' }), 'underpaid'), '0.00001342');
    assert.deepEqual(missingOf(payment({})), { kind: 'unknown' });
    for (const received of ['0.00071342', '0.00071343']) {
      const whole = payment({ cryptoAmountReceived: received });
      assert.deepEqual([missingOf(whole), dueOf(whole, 'underpaid')], [{ kind: 'none' }, undefined]);
    }
    const small = payment({ cryptoAmountReceived: '0.0007', minimumTransactionCoin: '0.0001' });
    assert.deepEqual([missingOf(small), dueOf(small, 'underpaid')], [{ kind: 'too-small' }, undefined]);
  });

  /** The code, the link and the amount of a payment without an image. */
  const transferOf = (fields: object, state?: Partial<ViewState>) => {
    const { coin, amount, qr, walletLink } = payableCrypto({ qrCodeBase64: undefined, ...fields }, state);
    assert.ok(qr?.kind === 'code');
    return { coin, amount: amount.text, text: qr.text, mode: qr.mode, walletLink };
  };

  it('has the payment URI as its code and as a link', () => {
    const uri = `bitcoin:${BTC}?amount=0.00071342`;
    const { text, mode, walletLink } = transferOf({});
    assert.deepEqual({ text, mode, walletLink }, { text: uri, mode: 'uri', walletLink: uri });
    assert.equal(transferOf({}, { qrMode: 'address' }).text, BTC);
  });

  it('is the address alone when its URI would have more than one meaning, or the coin is not known', () => {
    const address = `${BTC}?amount=9`;
    for (const fields of [{ address }, { address, cryptoCoin: 'xmr' }]) {
      const { text, mode, walletLink } = transferOf(fields, { qrMode: 'uri' });
      assert.deepEqual({ text, mode, walletLink }, { text: address, mode: undefined, walletLink: undefined });
    }
  });

  for (const { symbol, ticker, qr, token } of coins)
    it(`${symbol}: has one text for the page, the code and the link`, () => {
      const fields = { cryptoCoin: symbol.toLowerCase(), cryptoAmountExpected: '1.25' };
      const { coin, amount, text, mode, walletLink } = transferOf(fields);
      assert.deepEqual([coin.ticker, amount, mode], [ticker, '1.25', token ? undefined : qr]);
      assert.equal(text === BTC, qr === 'address');
      assert.equal(walletLink, qr === 'uri' ? text : undefined);
      assert.equal(transferOf({ ...fields, test: true }).walletLink, undefined, 'none for a test');
    });

  it('of an unknown coin is the plain text, with its symbol', () => {
    const { coin, amount, text, walletLink } = transferOf({ cryptoCoin: 'card', cryptoAmountExpected: '1.250' });
    assert.deepEqual([coin.known, coin.name, coin.ticker, amount], [false, 'CARD', 'CARD', '1.25']);
    assert.deepEqual([text, walletLink], [BTC, undefined]);
  });
});
