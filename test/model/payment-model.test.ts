import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { idOf, type Method } from '../../src/core/payments/payment.ts';
import { isFinal, isPaidPhase, mayFollow, phases, type Phase } from '../../src/core/payments/phases.ts';
import {
  initialSnapshot,
  next,
  PaymentModel,
  type ModelEvent,
  type PaymentEvent,
  type PaymentInputs,
  type PaymentSnapshot,
} from '../../src/model/payment-model.ts';
import { pollerCount } from '../../src/model/poller.ts';
import type { PagePorts } from '../../src/model/ports.ts';
import { parseStatusUpdate } from '../../src/model/poller.ts';
import { BTC, crypto, localcode, PNG, wallet } from '../support/payments.ts';
import { createBrowser, createClock, MINUTE, settle } from './fake-browser.ts';
import { createPaymentPage, PAYER_EPOCH, respond } from './fake-payment-page.ts';

const KINDS: readonly [Method, (fields?: object) => object, string][] = [
  ['crypto', crypto, 'tid'],
  ['wallet', wallet, 'pid'],
  ['localcode', localcode, 'bid'],
];
const OTHER = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const QR = { size: 21, bits: 'A'.repeat(76) };

const inputsOf = (inputs: Partial<PaymentInputs>): PaymentInputs => ({
  payment: undefined,
  src: '',
  statusUrl: '',
  ...inputs,
});

/** A model with the events that it has dispatched. */
function modelOn(ports: PagePorts, method: Method = 'crypto') {
  const model = new PaymentModel(method, ports);
  const events: ModelEvent[] = [];
  model.subscribe(() => events.push(...model.takeEvents()));
  return {
    model,
    events,
    set: (inputs: Partial<PaymentInputs>) => model.set(inputsOf(inputs)),
    now: () => model.snapshot,
    /** The fields of the payment that is shown. */
    shown: () => model.snapshot.payment as unknown as Readonly<Record<string, unknown>>,
    problems: () => events.flatMap((event) => (event.type === 'problem' ? [event.problem] : [])),
    codes: () => events.flatMap((event) => (event.type === 'problem' ? [event.problem.code] : [])),
    /** The phases of the `status` events. */
    reached: () => events.flatMap((event) => (event.type === 'status' ? [event.payment.phase] : [])),
    paid: () => events.filter(({ type }) => type === 'paid').length,
  };
}

/** A connected model on a page, with these inputs. */
function open(inputs?: Partial<PaymentInputs>, method: Method = 'crypto') {
  const page = createPaymentPage();
  const opened = { ...modelOn(page.ports, method), page, pollers: () => pollerCount(page.ports) };
  if (inputs) opened.set(inputs);
  opened.model.connect();
  return opened;
}

/** A connected model of a payment with the status address `/s`, before its first response. */
const follow = (fields: object = {}) => open({ payment: crypto(fields), statusUrl: '/s' });

/** The poller's state after a response. */
const polled = (body: object): PaymentEvent => ({
  type: 'polled',
  state: { contact: 'good', stalled: false, update: parseStatusUpdate(body)! },
});

const begun = (payment: unknown, method: Method = 'crypto'): PaymentSnapshot =>
  next(initialSnapshot(method), { type: 'given', inputs: inputsOf({ payment }) });

describe('the model of a payment', () => {
  describe('reads what it is given', () => {
    for (const [method, make, id] of KINDS) {
      it(`${method}: reads the payment, as an object and as JSON text`, () => {
        for (const payment of [make(), JSON.stringify(make())]) {
          const { now, reached } = open({ payment }, method);
          assert.equal(idOf(now().payment!), (make() as Record<string, unknown>)[id]);
          assert.deepEqual([now().knownPhase, now().problem, reached()], ['awaiting', undefined, ['awaiting']]);
        }
      });

      it(`${method}: reads the service's whole response, without its private fields (contract 2.1)`, () => {
        const answer = JSON.stringify({ message: 'created', data: { ...make(), webhookUrl: 'https://shop/secret' } });
        const { now } = open({ payment: answer }, method);
        assert.equal(now().knownPhase, 'awaiting');
        assert.ok(!JSON.stringify(now().payment).includes('secret'));
      });

      for (const phase of phases)
        it(`${method}: shows the phase ${phase}, with one status event`, () => {
          const payment = make({ phase, status: phase.toUpperCase(), cryptoAmountReceived: '0.0001' });
          const { now, reached, paid } = open({ payment }, method);
          assert.equal(now().payment!.phase, phase);
          assert.equal(now().knownPhase, phase === 'unknown' ? undefined : phase);
          assert.deepEqual([reached(), paid()], [[phase], isPaidPhase(phase) ? 1 : 0]);
        });

      it(`${method}: refuses a payment of another method and keeps its hosted page`, () => {
        for (const [other, makeOther] of KINDS) {
          if (other === method) continue;
          const { now, problems, page } = open({ payment: makeOther(), statusUrl: '/s' }, method);
          assert.deepEqual(problems(), [{ code: 'wrong-method', field: id }]);
          assert.deepEqual(now().problem, { code: 'wrong-method', field: id });
          assert.match(now().hostedUrl!, /^https:/);
          assert.deepEqual([now().payment, page.requests.length], [undefined, 0]);
        }
      });

      it(`${method}: refuses a payment of another method that src returns, and stops polling`, async () => {
        const [, makeOther] = KINDS.find(([other]) => other !== method)!;
        const { now, page, pollers } = open({ src: '/p' }, method);
        await page.answer(makeOther());
        assert.deepEqual([now().problem?.code, pollers(), page.timers()], ['wrong-method', 0, 0]);
        assert.match(now().hostedUrl!, /^https:/);
      });
    }

    it('reports a missing payment when neither payment nor src is set', () => {
      const { now, problems } = open({});
      assert.deepEqual([now().problem, problems()], [{ code: 'no-payment' }, [{ code: 'no-payment' }]]);
    });

    it('waits for a payment that the page will set later, and reports the missing payment when it is removed', () => {
      const { now, codes, set } = open({ awaited: true });
      assert.deepEqual([now().problem, codes()], [undefined, []]);
      set({ awaited: true });
      set({ payment: crypto() });
      assert.deepEqual([now().knownPhase, codes()], ['awaiting', []]);
      set({});
      assert.deepEqual([now().problem, now().payment], [{ code: 'no-payment' }, undefined]);
    });

    it('uses the latest value of `awaited` at refresh()', () => {
      const { now, set, model } = open({});
      set({ awaited: true });
      model.refresh();
      assert.equal(now().problem, undefined);
    });

    it('names the unreadable field, and keeps the hosted page', () => {
      const { now, problems } = open({ payment: JSON.stringify({ ...crypto(), address: undefined }) });
      assert.deepEqual(problems(), [{ code: 'unreadable-payment', field: 'address', reason: 'missing' }]);
      assert.equal(now().hostedUrl, 'https://pay.example/7f3k92qx');
    });

    it('reads an amount with an exponent as exact plain digits', () => {
      const { shown } = open({ payment: JSON.stringify(crypto({ cryptoAmountExpected: 1e-8 })) });
      assert.equal(shown()['cryptoAmountExpected'], '0.00000001');
    });

    it('reads amounts of a response as exact text', async () => {
      const { shown, page } = follow();
      await page.answer('{"status":"UNDERPAID","cryptoAmountReceived":0.00000010,"minimumTransactionCoin":1E-7}');
      assert.deepEqual(
        [shown()['cryptoAmountReceived'], shown()['minimumTransactionCoin']],
        ['0.0000001', '0.0000001'],
      );
    });

    it('reports an unknown coin once, and shows the payment', async () => {
      const { problems, page, now } = follow({ cryptoCoin: 'card', address: '4'.repeat(95) });
      await page.answer({ status: 'DETECTED' });
      assert.deepEqual(problems(), [{ code: 'unknown-coin', coin: 'card' }]);
      assert.equal(now().knownPhase, 'detected');
    });

    it('reports a status address that is not a web address', () => {
      for (const statusUrl of ['javascript:alert(1)', 'data:text/plain,{}', 'http://', 'file:///etc/passwd']) {
        const { now, page, pollers } = open({ payment: crypto(), statusUrl });
        assert.deepEqual(now().problem, {
          code: 'unreadable-payment',
          field: 'statusUrl',
          reason: 'not a web address',
        });
        assert.deepEqual([page.requests.length, pollers()], [0, 0]);
      }
    });

    it('does not follow a payment without a status address', () => {
      const { page, pollers } = open({ payment: crypto() });
      assert.deepEqual([page.requests.length, pollers()], [0, 0]);
    });

    it('requests nothing before connect()', () => {
      const page = createPaymentPage();
      const { set, model } = modelOn(page.ports);
      set({ payment: crypto(), statusUrl: '/s' });
      assert.equal(page.requests.length, 0);
      model.connect();
      model.connect();
      assert.deepEqual(page.asked(), ['/s']);
    });
  });

  describe('reads the response of src', () => {
    it('reads the payment, then its updates from its status address', async () => {
      const { now, events, page, model, pollers } = open({ src: '/pay/1' });
      await page.answer({ ...crypto(), statusUrl: '/pay/status/1' });
      assert.equal(now().knownPhase, 'awaiting');
      assert.equal(page.requests.length, 1, 'the payment was read just now');
      model.refresh();
      await page.answer({ status: 'CONFIRMING' });
      const event = events.at(-1)!;
      assert.ok(event.type === 'status');
      assert.deepEqual(
        [event.payment.status, event.payment.phase, event.previousPhase],
        ['CONFIRMING', 'confirming', 'awaiting'],
      );
      assert.deepEqual([page.asked(), pollers()], [['/pay/1', '/pay/status/1'], 1]);
    });

    it('waits for the usual interval before the first request to the status address, and polls at once with a version', async () => {
      const { page } = open({ src: '/pay/1' });
      await page.answer({ ...crypto(), statusUrl: '/pay/status/1' });
      assert.equal(await page.untilRequest(), 2_500);
      const other = open({ src: '/pay/2' });
      await other.page.answer({ ...crypto(), statusUrl: '/pay/status/2', version: 4 });
      assert.deepEqual(other.page.asked(), ['/pay/2', '/pay/status/2?since=4']);
    });

    it('polls the status address that is given, not that of the response', async () => {
      const { page, model, now } = open({ src: '/pay/2', statusUrl: '/s/2' });
      await page.answer({ ...crypto(), statusUrl: '/elsewhere' });
      model.refresh();
      await page.answer({ status: 'CONFIRMING' });
      assert.deepEqual([now().knownPhase, page.asked()], ['confirming', ['/pay/2', '/s/2']]);
    });

    it('polls src itself when the response names no status address', async () => {
      for (const fields of [{}, { statusUrl: 'javascript:alert(1)' }]) {
        const { page, now } = open({ src: '/pay/3' });
        await page.answer({ ...crypto(), ...fields });
        await page.untilRequest();
        await page.answer({ ...crypto({ status: 'PAID' }) });
        assert.deepEqual([now().knownPhase, page.asked()], ['paid', ['/pay/3', '/pay/3']]);
      }
    });

    it('prefers a payment that is given to that of src, and polls its status address', () => {
      for (const [inputs, url] of [
        [{ payment: crypto({ statusUrl: '/of-payment' }), src: '/p' }, '/of-payment'],
        [{ payment: crypto({ statusUrl: '/of-payment' }), src: '/p', statusUrl: '/given' }, '/given'],
        [{ payment: crypto(), src: '/p' }, '/p'],
      ] as const)
        assert.deepEqual(open(inputs).page.asked(), [url]);
    });

    for (const [what, answer, field] of [
      ['an apology', { error: 'maintenance' }, 'payment'],
      ['a payment without a status', { ...crypto(), status: undefined }, 'status'],
      ['a list', [], 'payment'],
      ['a status without a payment', { status: 'NEW' }, 'payment'],
    ] as const)
      it(`reports that ${what} cannot be read, stops, and starts again at refresh()`, async () => {
        const { page, now, problems, model, pollers } = open({ src: '/odd' });
        await page.answer(answer);
        const [problem] = problems();
        assert.ok(problem?.code === 'unreadable-payment');
        assert.equal(problem.field, field);
        assert.deepEqual([pollers(), page.requests.length, page.timers(), now().contactLost], [0, 1, 0, false]);
        model.refresh();
        assert.deepEqual([now().problem, page.requests.length], [undefined, 2]);
        await page.answer(crypto());
        assert.equal(now().knownPhase, 'awaiting');
      });

    it('treats a login page and an error of the server as failed requests, and reads the payment later', async () => {
      const { page, now, codes } = open({ src: '/p' });
      for (const [body, init] of [
        ['<h1>Log in</h1>', {}],
        [{ error: 'maintenance' }, { status: 500 }],
        ['', { status: 502 }],
      ] as const) {
        await page.answer(body, init);
        await page.untilRequest();
      }
      assert.deepEqual([now().problem, now().contactLost, codes()], [undefined, true, ['contact-lost']]);
      await page.answer(crypto());
      assert.deepEqual([now().knownPhase, now().contactLost], ['awaiting', false]);
    });

    it('reports that src has no such payment, and reads it after refresh()', async () => {
      for (const status of [404, 410]) {
        const { page, now, model } = open({ src: '/p' });
        await page.answer('', { status });
        assert.deepEqual([now().problem, page.timers()], [{ code: 'not-found', reason: `HTTP ${status}` }, 0]);
        model.refresh();
        assert.equal(now().problem, undefined);
        await page.answer(crypto());
        assert.equal(now().knownPhase, 'awaiting');
      }
    });

    it('reports a src that is not a web address', () => {
      const { now, model, codes } = open({ src: 'javascript:alert(1)' });
      assert.equal(now().problem?.code, 'unreadable-payment');
      model.refresh();
      assert.equal(codes().length, 2, 'read again');
    });

    it('shares the polling of several models with one src', async () => {
      const page = createPaymentPage();
      const tags = [modelOn(page.ports), modelOn(page.ports)];
      for (const { set, model } of tags) {
        set({ src: '/p' });
        model.connect();
      }
      await page.answer({ ...crypto(), statusUrl: '/s' });
      await page.untilRequest();
      await page.answer({ status: 'CONFIRMING' });
      assert.deepEqual(
        tags.map(({ now }) => now().knownPhase),
        ['confirming', 'confirming'],
      );
      assert.deepEqual([page.asked(), pollerCount(page.ports)], [['/p', '/s'], 1]);
    });

    it('reads the payment at once where another model polls the same src, and follows its own status address', async () => {
      const page = createPaymentPage();
      const first = modelOn(page.ports);
      first.set({ src: '/p' });
      first.model.connect();
      await page.answer(crypto());
      const second = modelOn(page.ports);
      second.set({ src: '/p', statusUrl: '/s' });
      second.model.connect();
      assert.equal(second.now().knownPhase, 'awaiting');
      await page.untilRequest();
      assert.deepEqual(page.asked().slice(1).sort(), ['/p', '/s']);
      second.model.disconnect();
      first.model.disconnect();
      assert.deepEqual([page.timers(), pollerCount(page.ports)], [0, 0]);
    });
  });

  describe('follows a payment', () => {
    it('changes to paid, reports it once, and stops polling', async () => {
      const { page, events, now, model } = follow({ version: 1 });
      await page.answer({ status: 'PAID', version: 2 });
      assert.deepEqual(
        events.map(({ type }) => type),
        ['status', 'status', 'paid'],
      );
      assert.deepEqual([page.asked(), page.timers(), now().payment!.version], [['/s?since=1'], 0, 2]);
      model.refresh();
      await page.answer({ status: 'PAID', version: 3 });
      assert.equal(events.length, 3);
    });

    it('forgets what is due with a received amount that comes without it, and keeps it otherwise', () => {
      const seen = { status: 'SEEN', phase: 'detected', cryptoAmountReceived: '0.0008', cryptoAmountDue: '0' };
      const dueAfter = (answer: object) => {
        const { payment } = next(begun(crypto(seen)), polled({ status: 'SEEN', phase: 'detected', ...answer }));
        return payment && 'tid' in payment ? payment.cryptoAmountDue : assert.fail();
      };
      assert.equal(dueAfter({}), '0');
      assert.equal(dueAfter({ cryptoAmountReceived: '0.0016' }), undefined);
      assert.equal(dueAfter({ cryptoAmountReceived: null }), undefined);
      assert.equal(dueAfter({ cryptoAmountReceived: '0.0004', cryptoAmountDue: '0.0001' }), '0.0001');
    });

    it('shows the phases of responses in every order only as they may follow one another', () => {
      const bodyOf = (phase: Phase) => ({ status: phase.toUpperCase(), phase });
      for (const first of phases)
        for (const second of phases)
          for (const third of phases) {
            let now = begun(wallet(bodyOf(first)), 'wallet');
            let known = first === 'unknown' ? undefined : first;
            let shown = first;
            for (const phase of [second, third]) {
              now = next(now, polled(bodyOf(phase)));
              if (known && phase !== known && !mayFollow(known, phase)) continue;
              shown = phase;
              if (phase !== 'unknown') known = phase;
            }
            assert.deepEqual([now.payment!.phase, now.knownPhase], [shown, known], [first, second, third].join(' '));
          }
    });

    it('shows the same phases through the poller', async () => {
      for (const first of phases)
        for (const second of phases) {
          const { page, now, model } = open(
            { payment: wallet({ status: first, phase: first }), statusUrl: '/s' },
            'wallet',
          );
          model.refresh();
          if (isFinal(first)) assert.equal(page.requests.length, 0, `${first} is not polled`);
          else await page.answer({ status: second, phase: second });
          const may = first === 'unknown' || second === first || (!isFinal(first) && mayFollow(first, second));
          assert.equal(now().payment!.phase, may ? second : first, `${first} ${second}`);
        }
    });

    it('reports an unknown status again after a known one', async () => {
      const { page, codes } = follow();
      for (const status of ['AML_REVIEW', 'DETECTED', 'ON_HOLD']) {
        await page.answer({ status });
        await page.untilRequest();
      }
      assert.deepEqual(codes(), ['unknown-status', 'unknown-status']);
    });

    it('keeps what is known under an unknown status, and continues from the last known phase', async () => {
      const { page, now, problems, reached } = follow({ status: 'CONFIRMING' });
      await page.answer({ status: 'AML_REVIEW' });
      assert.deepEqual([now().payment!.phase, now().knownPhase], ['unknown', 'confirming']);
      assert.deepEqual(problems(), [{ code: 'unknown-status', status: 'AML_REVIEW' }]);
      await page.untilRequest();
      await page.answer({ status: 'NEW' });
      assert.equal(now().knownPhase, 'confirming');
      await page.untilRequest();
      await page.answer({ status: 'ON_HOLD' });
      await page.untilRequest();
      await page.answer({ status: 'PAID' });
      assert.deepEqual(reached(), ['confirming', 'unknown', 'unknown', 'paid']);
      assert.equal(problems().length, 1, 'reported once');
    });

    it('ignores responses with an older version, and repeated ones', async () => {
      const { page, now, reached } = follow({ version: 3 });
      for (const [body, phase] of [
        [{ status: 'CONFIRMING', version: 5 }, 'confirming'],
        [{ status: 'UNDERPAID', version: 4 }, 'confirming'],
        [{ status: 'CONFIRMING', version: 5 }, 'confirming'],
        [{ status: 'DETECTED', version: 6 }, 'confirming'],
        [{ status: 'PAID', version: 1 }, 'confirming'],
        [{ status: 'PAID', version: 7 }, 'paid'],
      ] as const) {
        await page.answer(body);
        assert.equal(now().payment!.phase, phase, JSON.stringify(body));
        await page.untilRequest();
      }
      assert.deepEqual(reached(), ['awaiting', 'confirming', 'paid']);
    });

    it('marks a payment whose money has gone again until money is seen again, whether the shop says so or not', async () => {
      const { page, shown } = follow({ version: 1 });
      const seen = async (body: object) => {
        await page.answer(body);
        await page.untilRequest();
        return shown()['moneyGone'];
      };
      assert.equal(await seen({ status: 'DETECTED', version: 2 }), undefined);
      assert.equal(await seen({ status: 'NEW', version: 2 }), undefined, 'an older response');
      assert.equal(await seen({ status: 'NEW', version: 3 }), true);
      assert.equal(await seen({ status: 'NEW', version: 4 }), true);
      assert.equal(await seen({ status: 'DETECTED', version: 5 }), undefined);
      const opened = follow({ version: 1 });
      await opened.page.answer({ status: 'NEW', version: 2, moneyGone: true });
      assert.equal(opened.shown()['moneyGone'], true, 'seen while no page was open');
    });

    it('shows money that is seen for an expired payment, when the response is certainly newer', async () => {
      for (const status of ['DETECTED', 'CONFIRMING', 'UNDERPAID']) {
        const { page, now, reached } = follow({ status: 'EXPIRED', version: 1 });
        await page.answer({ status, version: 1 });
        assert.equal(now().knownPhase, 'expired', 'a response that may be an old one');
        await page.untilRequest();
        await page.answer({ status, version: 2 });
        assert.equal(now().knownPhase, status.toLowerCase());
        await page.untilRequest();
        await page.answer({ status: 'PAID', version: 3 });
        assert.deepEqual(reached(), ['expired', status.toLowerCase(), 'paid']);
      }
    });

    it('applies each response once, though the poller reports it again with the next failure', async () => {
      const { page, model, set, shown, now } = follow();
      await page.answer({ status: 'NEW', address: OTHER });
      model.acceptDetails();
      set({ payment: crypto(), statusUrl: '/s' });
      model.acceptDetails();
      await page.untilRequest();
      await page.fail();
      assert.deepEqual([shown()['address'], now().details], [BTC, 'accepted']);
    });

    it('ignores the late response to a request that was cancelled', async () => {
      const { page, now, model } = follow();
      const late = page.last();
      model.refresh();
      late.give(respond({ status: 'PAID' }));
      await page.answer({ status: 'CONFIRMING' });
      assert.equal(now().knownPhase, 'confirming');
    });

    it('keeps the payment while responses are lost, and follows it on', async () => {
      const { page, now } = follow();
      await page.turn(25_000); // the timeout of a request
      await page.untilRequest();
      await page.fail();
      assert.deepEqual([now().knownPhase, now().contactLost], ['awaiting', false]);
      await page.untilRequest();
      await page.answer({ status: 'DETECTED' });
      assert.equal(now().knownPhase, 'detected');
    });

    it('treats a response without a status as a failed request, not as the end', async () => {
      const { page, now, codes } = follow();
      for (let at = 0; at < 3; at++) {
        await page.answer({ ok: true });
        await page.untilRequest();
      }
      assert.deepEqual([now().contactLost, now().knownPhase, now().problem], [true, 'awaiting', undefined]);
      assert.deepEqual(codes(), ['contact-lost']);
    });

    it('reports lost contact once until there is contact again', async () => {
      const { page, now, codes } = follow();
      const lose = async () => {
        for (let at = 0; at < 4; at++) {
          await page.fail();
          await page.untilRequest();
        }
      };
      await lose();
      assert.deepEqual([now().contactLost, codes()], [true, ['contact-lost']]);
      await page.answer({ status: 'NEW' });
      assert.equal(now().contactLost, false);
      await page.untilRequest();
      await lose();
      assert.deepEqual(codes(), ['contact-lost', 'contact-lost']);
    });

    it('names how the last request failed', async () => {
      const unexpected = 'unexpected response';
      for (const [status, body, reason] of [
        [0, '', 'no response'],
        [500, '<h1>Error</h1>', 'HTTP 500'],
        [503, '', 'HTTP 503'],
        [200, '<!doctype html>', unexpected],
        [200, '{"ok":true}', unexpected],
      ] as const) {
        const { page, problems } = follow();
        for (let at = 0; at < 3; at++) {
          await (status === 0 ? page.fail() : page.answer(body, { status }));
          await page.untilRequest();
        }
        assert.deepEqual(problems(), [{ code: 'contact-lost', reason }]);
      }
    });

    it('shows lost contact, keeps the payment, and follows it on at refresh()', async () => {
      const { page, now, model } = follow();
      for (let at = 0; at < 3; at++) {
        await page.fail();
        model.refresh();
      }
      assert.deepEqual([now().contactLost, now().knownPhase], [true, 'awaiting']);
      await page.answer({ status: 'PAID' });
      assert.deepEqual([now().contactLost, now().knownPhase], [false, 'paid']);
    });

    it('reports a payment that the shop does not have (404, 410), and stops', async () => {
      for (const status of [404, 410]) {
        const { page, now, codes, model } = follow();
        await page.answer('', { status });
        const problem = { code: 'not-found', reason: `HTTP ${status}` };
        assert.deepEqual([now().problem, codes(), page.timers()], [problem, ['not-found'], 0]);
        model.refresh();
        assert.equal(now().problem, undefined);
        await page.answer({ error: { code: 'unknown-payment' } }, { status });
        assert.deepEqual(now().problem, { code: 'not-found', reason: '' }, 'the backend of the shop');
        assert.deepEqual(codes(), ['not-found'], 'reported once');
        model.refresh();
        await page.answer({ status: 'NEW' });
        model.refresh();
        await page.answer('', { status });
        assert.deepEqual(codes(), ['not-found', 'not-found'], 'reported again after it was over');
        model.refresh();
        await page.answer({ status: 'PAID' });
        assert.deepEqual([now().problem, now().knownPhase], [undefined, 'paid']);
      }
    });

    it('keeps a final payment when the shop no longer has it', async () => {
      const { page, now, model, set } = follow();
      await page.answer({ status: 'NEW' });
      set({ payment: crypto({ status: 'PAID' }), statusUrl: '/s' }); // the page has its own way of knowing
      model.refresh();
      await page.answer('', { status: 404 });
      assert.deepEqual([now().knownPhase, now().problem], ['paid', undefined]);
    });

    it('waits as long as Retry-After of 429 and 503, and reports no lost contact', async () => {
      for (const status of [429, 503]) {
        const { page, now, codes } = follow();
        for (let at = 0; at < 4; at++) {
          await page.answer('', { status, headers: { 'retry-after': '12' } });
          await page.show();
          assert.equal(await page.untilRequest(), 12_000);
        }
        const isLost = status === 503;
        assert.deepEqual([now().contactLost, codes()], [isLost, isLost ? ['contact-lost'] : []]);
        await page.answer({ status: 'DETECTED' });
        assert.deepEqual([now().knownPhase, now().contactLost], ['detected', false]);
      }
    });

    it('waits until the date of Retry-After, counted by the clock of the server, or else of the payer', async () => {
      for (const [headers, wait] of [
        [{ date: 'Fri, 20 Nov 2031 10:00:00 GMT', 'retry-after': 'Fri, 20 Nov 2031 10:00:20 GMT' }, 20_000],
        [{ 'retry-after': new Date(PAYER_EPOCH + 31_000).toUTCString() }, 30_000],
      ] as const) {
        const { page } = follow();
        assert.equal(page.ports.now(), 1_000);
        await page.answer('', { status: 429, headers });
        assert.equal(await page.untilRequest(), wait);
      }
    });

    it('sends no request while the page is hidden, and one at once when it is shown', async () => {
      const { page, now } = follow();
      await page.answer({ status: 'NEW' });
      page.hide();
      await page.turn(10 * MINUTE);
      assert.equal(page.requests.length, 1);
      await page.show();
      await page.answer({ status: 'PAID' });
      assert.deepEqual([now().knownPhase, page.requests.length], ['paid', 2]);
    });

    it('polls at once when the network is back', async () => {
      const { page, now } = follow();
      for (let at = 0; at < 3; at++) {
        await page.fail();
        if (at < 2) await page.untilRequest();
      }
      assert.equal(now().contactLost, true);
      await page.turn(1_000);
      await page.show();
      await page.answer({ status: 'DETECTED' });
      assert.deepEqual([now().contactLost, now().knownPhase, page.requests.length], [false, 'detected', 4]);
    });

    it('has no request in a page that is left, and polls at once when it returns from the back/forward cache', async () => {
      const { page, now } = follow();
      assert.equal(page.open().length, 1);
      await page.leave();
      page.hide();
      assert.deepEqual([page.open(), page.timers()], [[], 0]);
      await page.turn(20 * MINUTE);
      await page.show();
      await page.answer({ status: 'PAID' });
      assert.deepEqual([now().knownPhase, page.requests.length], ['paid', 2]);
    });

    it('changes to paid when money arrives late', async () => {
      const { page, reached } = follow({ status: 'EXPIRED' });
      await page.answer({ status: 'LATE' });
      await page.untilRequest();
      await page.answer({ status: 'PAID' });
      assert.deepEqual(reached(), ['expired', 'late', 'paid']);
    });

    it('reports once that no money was detected for seven minutes, until it is detected', async () => {
      const { page, now, codes } = follow();
      await page.answer({ status: 'NEW', after: 4 * 60_000 });
      await page.untilRequest();
      await page.answer({ status: 'NEW', after: 4 * 60_000 });
      assert.equal(now().stalled, false);
      for (let at = 0; at < 2; at++) {
        await page.untilRequest();
        await page.answer({ status: 'NEW', after: 4 * 60_000 });
      }
      assert.deepEqual([now().stalled, codes()], [true, ['stalled']]);
      await page.untilRequest();
      await page.answer({ status: 'DETECTED' });
      assert.equal(now().stalled, false);
    });

    it('applies the fields of a response that may change, and no others', async () => {
      const { page, shown } = follow({ amount: '48.20', minimumTransactionCoin: '0.0001' });
      await page.answer({
        status: 'CONFIRMING',
        amount: '1.00',
        currency: 'EUR',
        hostedUrl: 'https://evil.example/',
        tid: 'other',
        confirmations: 1,
        confirmationsRequired: 3,
        expiresAt: '2031-05-09T10:00:00Z',
        paidAt: '2031-05-09T10:00:00Z',
        cryptoAmountReceived: '0.0007',
        minimumTransactionCoin: '0.0002',
      });
      assert.deepEqual(
        { ...shown() },
        {
          ...crypto({ status: 'CONFIRMING', phase: 'confirming', confirmations: 1, confirmationsRequired: 3 }),
          amount: '48.2',
          expiresAt: '2031-05-09T10:00:00.000Z',
          paidAt: '2031-05-09T10:00:00.000Z',
          cryptoAmountReceived: '0.0007',
          minimumTransactionCoin: '0.0002',
        },
      );
    });

    it('shows the transactions of each response, until one has none any more', async () => {
      const { page, shown } = follow();
      const transactions = [{ id: 'a1', url: 'https://explorer.example/tx/a1' }];
      await page.answer({ status: 'DETECTED', version: 2, transactions });
      assert.deepEqual(shown().transactions, transactions);
      await page.untilRequest();
      await page.answer({ status: 'DETECTED', version: 3 });
      assert.deepEqual(shown().transactions, transactions);
      await page.untilRequest();
      await page.answer({ status: 'NEW', phase: 'awaiting', version: 4, transactions: [] });
      assert.deepEqual([shown().phase, shown().transactions], ['awaiting', undefined]);
    });

    it('reports a response that is not readable, and keeps the payment', async () => {
      const { page, problems, now } = follow();
      await page.answer({ status: 'y'.repeat(1_000_000), expiresAt: 'y'.repeat(1_000_000) });
      assert.deepEqual(problems(), [{ code: 'unreadable-payment', field: 'status', reason: 'too long' }]);
      assert.deepEqual([now().knownPhase, now().problem], ['awaiting', undefined]);
      await page.untilRequest();
      await page.answer({ status: 'PAID' });
      assert.equal(now().knownPhase, 'paid');
    });

    it('keeps the phase of the order that a response reports', async () => {
      const { page, now } = follow({ version: 1 });
      await page.answer({ status: 'NEW', version: 2, orderPhase: 'paid' });
      assert.equal(now().orderPhase, 'paid');
      assert.equal(await page.untilRequest(), 0);
      assert.equal(page.asked().at(-1), '/s?since=2&orderPhase=paid');
    });

    it('shares one poller among the models of one payment', async () => {
      const page = createPaymentPage();
      const tags = [modelOn(page.ports), modelOn(page.ports)];
      for (const { set, model } of tags) {
        set({ payment: crypto(), statusUrl: '/s' });
        model.connect();
      }
      await page.answer({ status: 'CONFIRMING' });
      assert.deepEqual(
        tags.map(({ now }) => now().knownPhase),
        ['confirming', 'confirming'],
      );
      const third = modelOn(page.ports);
      third.set({ payment: crypto(), statusUrl: '/s' });
      third.model.connect();
      assert.equal(third.now().knownPhase, 'confirming', 'what is known already');
      assert.deepEqual([page.requests.length, pollerCount(page.ports)], [1, 1]);
      tags[0]!.model.disconnect();
      assert.equal(pollerCount(page.ports), 1);
      tags[1]!.model.disconnect();
      third.model.disconnect();
      assert.deepEqual([pollerCount(page.ports), page.timers(), page.listeners()], [0, 0, 0]);
    });
  });

  describe('an address that two models poll', () => {
    it('is read anew for the one that has no payment, though its version is known to the other', async () => {
      const page = createPaymentPage();
      const [first, second] = [modelOn(page.ports), modelOn(page.ports)];
      first.set({ payment: crypto({ version: 3 }), src: '/p' });
      first.model.connect();
      assert.deepEqual(page.asked(), ['/p?since=3']);
      second.set({ src: '/p' });
      second.model.connect();
      assert.equal(page.asked().at(-1), '/p');
      await page.answer(crypto({ version: 3 }));
      assert.deepEqual(
        [first, second].map(({ now }) => now().knownPhase),
        ['awaiting', 'awaiting'],
      );
      await page.untilRequest();
      assert.equal(page.asked().at(-1), '/p?since=3');
    });
  });

  describe('when the page sets its payment again', () => {
    it('keeps the phase, and dispatches nothing', async () => {
      const { page, now, set, events, model } = follow();
      await page.answer({ status: 'PAID' });
      events.length = 0;
      set({ payment: crypto(), statusUrl: '/s' });
      model.disconnect();
      model.connect();
      model.refresh(); // nothing is left to follow
      assert.deepEqual([now().knownPhase, events, page.requests.length], ['paid', [], 1]);
      set({ payment: crypto({ status: 'REFUNDED' }), statusUrl: '/s' });
      assert.equal(now().knownPhase, 'refunded');
      assert.deepEqual(
        events.map(({ type }) => type),
        ['status'],
      );
    });

    it('keeps polling with the same poller', async () => {
      const { page, set, now } = follow();
      await page.answer({ status: 'NEW' });
      set({ payment: crypto({ status: 'DETECTED' }), statusUrl: '/s' });
      assert.deepEqual([now().knownPhase, page.requests.length], ['detected', 1]);
      assert.equal(await page.untilRequest(), 2_500);
    });

    it('ignores an older version, and applies a newer one', () => {
      const { set, now } = follow({ status: 'DETECTED', version: 5 });
      set({ payment: crypto({ status: 'PAID', version: 4, address: OTHER }), statusUrl: '/s' });
      assert.deepEqual([now().knownPhase, now().details], ['detected', 'shown']);
      set({ payment: crypto({ status: 'CONFIRMING', version: 6, confirmations: 2 }), statusUrl: '/s' });
      assert.deepEqual([now().knownPhase, now().payment!.version], ['confirming', 6]);
    });

    it('returns the same snapshot for the same inputs', () => {
      const { set, now } = open();
      const payment = crypto();
      set({ payment, statusUrl: '/s' });
      const before = now();
      set({ payment, statusUrl: '/s' });
      assert.equal(now(), before);
    });

    it('begins anew with another payment', async () => {
      const { set, now, reached, page } = open({ payment: crypto({ status: 'PAID', statusUrl: '/1' }) });
      set({ payment: crypto({ tid: 'second', statusUrl: '/2' }) });
      assert.deepEqual([now().knownPhase, reached()], ['awaiting', ['paid', 'awaiting']]);
      assert.deepEqual(page.asked(), ['/2']);
    });

    it('begins anew at another address, with another poller, and knows nothing of the old one', async () => {
      const { set, now, page, pollers } = open({ src: '/1' });
      await page.answer(crypto({ status: 'PAID' }));
      set({ src: '/2' });
      assert.deepEqual([now().payment, now().knownPhase, pollers()], [undefined, undefined, 1]);
      await page.answer(crypto({ tid: 'second' }));
      assert.equal(now().knownPhase, 'awaiting');
      assert.deepEqual(page.asked(), ['/1', '/2']);
    });

    it('cancels the request to an address that is replaced', async () => {
      const { set, page, now } = open({ src: '/1' });
      const first = page.last();
      set({ src: '/2' });
      assert.equal(first.signal.aborted, true);
      first.give(respond(crypto({ status: 'PAID' })));
      await settle();
      assert.equal(now().payment, undefined);
    });

    it('reads a payment after one that was not readable, and reports the next unreadable one again', () => {
      const { set, now, codes } = open({ payment: 'x' });
      set({ payment: crypto() });
      assert.deepEqual([now().problem, now().knownPhase, codes()], [undefined, 'awaiting', ['unreadable-payment']]);
      set({ payment: 'y' });
      assert.deepEqual([now().payment, codes()], [undefined, ['unreadable-payment', 'unreadable-payment']]);
    });
  });

  describe('with changed details', () => {
    const cases: readonly [Method, string, (fields?: object) => object, string][] = [
      ['crypto', 'address', crypto, OTHER],
      ['crypto', 'cryptoAmountExpected', crypto, '0.002'],
      ['crypto', 'cryptoCoin', crypto, 'ltc'],
      ['crypto', 'note', crypto, 'memo 7'],
      ['wallet', 'note', wallet, 'NW-2ND-NOTE'],
    ];
    for (const [method, field, make, value] of cases) {
      const sources: Record<string, (at: ReturnType<typeof open>) => Promise<void>> = {
        'a payment that the page sets': async ({ set }) => set({ payment: make({ [field]: value }), statusUrl: '/s' }),
        'another src': async ({ set, page }) => {
          set({ src: '/other' });
          await page.answer(make({ [field]: value }));
        },
        'a response of the status address': ({ page }) => page.answer({ status: 'NEW', [field]: value }),
      };
      for (const [source, change] of Object.entries(sources))
        it(`keeps the ${field} of a ${method} payment that ${source} would replace, until the payer asks`, async () => {
          const opened = open({ payment: make(), statusUrl: '/s' }, method);
          const { now, shown, problems, model } = opened;
          const before = shown()[field];
          await change(opened);
          assert.deepEqual([now().details, shown()[field]], ['changed', before]);
          assert.deepEqual(problems(), [{ code: 'details-changed', field }]);
          model.acceptDetails();
          assert.deepEqual([now().details, shown()[field]], ['accepted', value]);
          assert.equal(now().waiting, undefined);
          assert.equal(problems().length, 1);
        });
    }

    it('shows no code of the old details with the new ones', async () => {
      const { page, model, shown } = follow({ qr: QR });
      await page.answer({ status: 'NEW', address: OTHER });
      assert.deepEqual(shown()['qr'], QR);
      model.acceptDetails();
      assert.deepEqual([shown()['qr'], shown()['qrCodeBase64']], [undefined, undefined]);
    });

    it('shows the code that comes with the new details', async () => {
      const { page, model, shown } = follow({ qr: QR });
      const bits = 'B'.repeat(76);
      await page.answer({ status: 'NEW', address: OTHER, qr: { size: 21, bits }, qrCodeBase64: PNG });
      model.acceptDetails();
      assert.deepEqual([shown()['qr'], shown()['qrCodeBase64']], [{ size: 21, bits }, PNG]);
    });

    it('follows on with the accepted details, and keeps them at the next change', async () => {
      const { page, model, now, shown, codes } = follow();
      const answer = async (body: object) => {
        await page.answer(body);
        model.refresh();
      };
      await answer({ status: 'NEW', address: OTHER });
      await answer({ status: 'NEW', confirmations: 0 });
      assert.equal(now().details, 'changed', 'a response without details takes nothing back');
      model.acceptDetails();
      assert.equal(shown()['address'], OTHER);
      await answer({ status: 'UNDERPAID', cryptoAmountReceived: '0.0005' });
      assert.deepEqual([shown()['address'], now().details, now().knownPhase], [OTHER, 'accepted', 'underpaid']);
      await answer({ status: 'UNDERPAID', address: BTC });
      assert.deepEqual([shown()['address'], now().details], [OTHER, 'changed']);
      assert.deepEqual(codes(), ['details-changed', 'details-changed']);
      model.acceptDetails();
      assert.deepEqual([shown()['address'], shown()['cryptoAmountReceived']], [BTC, '0.0005']);
    });

    it('reports further changes once until the payer asks, who then sees the last ones', async () => {
      const { page, model, now, shown, problems } = follow();
      for (const body of [{ address: OTHER }, { cryptoAmountExpected: '0.5' }, { address: BTC }]) {
        await page.answer({ status: 'NEW', ...body });
        model.refresh();
        assert.deepEqual([shown()['address'], shown()['cryptoAmountExpected']], [BTC, '0.00071342']);
      }
      assert.equal(problems().length, 1);
      model.acceptDetails();
      assert.deepEqual([shown()['address'], shown()['cryptoAmountExpected']], [BTC, '0.5']);
      assert.equal(now().details, 'accepted');
    });

    it('shows the current status with the accepted details', async () => {
      const { page, model, now } = follow({ version: 1 });
      await page.answer({ status: 'NEW', version: 2, address: OTHER });
      await page.untilRequest();
      await page.answer({ status: 'DETECTED', version: 3 });
      model.acceptDetails();
      assert.deepEqual([now().payment!.status, now().payment!.version], ['DETECTED', 3]);
    });

    it('reports nothing when the same details come from another source, in any letter case', async () => {
      const { page, model, set, now, shown, codes } = follow({ qr: QR });
      const same = { ...crypto(), cryptoCoin: 'BTC', cryptoAmountExpected: '0.000713420', version: 1 };
      await page.answer(same);
      model.refresh();
      await page.answer(same);
      set({ payment: crypto({ address: BTC.toUpperCase(), version: 1 }), statusUrl: '/s' });
      assert.deepEqual([now().details, shown()['address'], codes()], ['shown', BTC, []]);
      assert.deepEqual(shown()['qr'], QR);
    });

    it('compares a note with its letter case', async () => {
      const { page, now } = open({ payment: wallet(), statusUrl: '/s' }, 'wallet');
      await page.answer({ status: 'NEW', note: wallet().note.toLowerCase() });
      assert.equal(now().details, 'changed');
    });

    it('reports details that cannot be read once, and keeps those that are shown', async () => {
      const { page, model, shown, problems, now } = follow();
      for (const address of ['bc1q\u0441', 'two words']) {
        await page.answer({ status: 'NEW', address });
        model.refresh();
      }
      assert.deepEqual(
        problems().map((problem) => [problem.code, 'field' in problem && problem.field]),
        [['unreadable-payment', 'address']],
      );
      assert.deepEqual([shown()['address'], now().details], [BTC, 'shown']);
      model.acceptDetails();
      assert.equal(shown()['address'], BTC);
    });

    it('does not replace a newer response by an older payment of the page', async () => {
      const { page, model, set, now, shown } = follow({ version: 1 });
      await page.answer({ status: 'NEW', version: 2, address: OTHER });
      model.acceptDetails();
      set({ payment: crypto({ version: 1 }), statusUrl: '/s' });
      assert.deepEqual([now().details, shown()['address']], ['accepted', OTHER]);
    });

    it('ignores the details of a response with an older version', async () => {
      const { page, now } = follow({ version: 3 });
      await page.answer({ status: 'NEW', version: 2, address: OTHER });
      assert.equal(now().details, 'shown');
    });

    it('shows the outcome of a payment, though its details have changed', async () => {
      const { page, now, shown } = follow();
      await page.answer({ status: 'PAID', address: OTHER });
      assert.deepEqual([now().knownPhase, shown()['address']], ['paid', BTC]);
    });

    it('compares with the shown details also after a time without a payment, and at another status address', () => {
      const { set, now, shown } = open({ payment: crypto() });
      set({});
      assert.equal(now().payment, undefined);
      set({ payment: crypto({ address: OTHER }), statusUrl: '/none' });
      assert.deepEqual([now().details, shown()['address']], ['changed', BTC]);
    });

    it('ignores acceptDetails() when nothing has changed', () => {
      const { model, now } = follow();
      const before = now();
      model.acceptDetails();
      assert.equal(now(), before);
    });

    describe('of another payment', () => {
      const second = crypto({ tid: 'second', address: OTHER });
      const third = crypto({ tid: 'third', address: `1${'2'.repeat(33)}` });

      it('shows it at once while the payer has taken nothing from the first', () => {
        const { set, now, shown, codes } = open({ payment: crypto() });
        set({ payment: second });
        assert.deepEqual([now().details, shown()['address'], codes()], ['shown', OTHER, []]);
      });

      it('asks the payer who has copied or opened part of the first', () => {
        for (const [method, make, id] of KINDS) {
          const { set, now, model, problems } = open({ payment: make() }, method);
          model.lockDetails();
          assert.equal(now().locked, true);
          set({ payment: make({ [id]: 'second' }) });
          assert.equal(now().details, 'changed');
          assert.deepEqual(problems(), [{ code: 'details-changed', field: id }]);
          model.acceptDetails();
          assert.deepEqual([now().details, now().locked, idOf(now().payment!)], ['accepted', false, 'second']);
        }
      });

      it('shows it at once after the first is final, or when its money was detected', () => {
        for (const status of ['PAID', 'FAILED', 'DETECTED']) {
          const { set, now, model } = open({ payment: crypto() });
          model.lockDetails();
          set({ payment: crypto({ status }) });
          assert.equal(now().locked, false);
          set({ payment: second });
          assert.deepEqual([now().details, idOf(now().payment!)], ['shown', 'second']);
        }
      });

      it('asks also for a third payment, and for the first with other details, while the payer has not agreed', () => {
        for (const last of [third, crypto({ address: OTHER })]) {
          const { set, now, model } = open({ payment: crypto() });
          model.lockDetails();
          set({ payment: second });
          set({ payment: last });
          assert.deepEqual([now().details, now().locked], ['changed', true]);
          model.acceptDetails();
          assert.deepEqual([now().details, now().locked, idOf(now().payment!)], ['accepted', false, last.tid]);
          set({ payment: second });
          assert.equal(now().details, 'shown', 'nothing was taken since');
        }
      });

      it('asks the payer who has copied part of a payment with an unknown status', () => {
        const { set, now, model } = open({ payment: crypto({ status: 'HELD' }) });
        model.lockDetails();
        set({ payment: crypto({ status: 'HELD_AGAIN' }) });
        set({ payment: second });
        assert.equal(now().details, 'changed');
      });

      it('forgets details that waited for the first', async () => {
        const { page, set, now, model, shown, codes } = follow();
        await page.answer({ status: 'NEW', address: OTHER });
        set({ payment: third });
        assert.deepEqual([now().details, now().waiting], ['shown', undefined]);
        model.acceptDetails();
        assert.equal(shown()['address'], third.address);
        set({ payment: crypto({ tid: 'third', address: BTC }) });
        assert.deepEqual(codes(), ['details-changed', 'details-changed']);
      });
    });
  });

  describe('tells the time by the clock of the server', () => {
    const SERVER = Date.UTC(2031, 4, 9, 10);
    const at = (ms: number) => ({ headers: { date: new Date(ms).toUTCString() } });

    it('whatever the clock of the payer shows', async () => {
      for (const payer of [0, SERVER - 86_400_000, SERVER + 86_400_000]) {
        const { page, now } = follow();
        page.setPayerClock(payer);
        assert.equal(now().clock, undefined, 'unknown before the first response');
        await page.answer({ status: 'NEW' }, at(SERVER));
        assert.equal(now().clock! + page.ports.now(), SERVER);
        await page.untilRequest();
        page.setPayerClock(payer + 3_600_000);
        await page.answer({ status: 'NEW' }, at(SERVER + 2_500));
        assert.ok(Math.abs(now().clock! + page.ports.now() - SERVER - 2_500) <= 1_000);
      }
    });

    it('which it asks at once when the time to pay is over by the clock of the payer', async () => {
      const expiresAt = new Date(PAYER_EPOCH + 20 * MINUTE).toISOString();
      for (const [ahead, url] of [
        [0, '/s?since=3'],
        [30 * MINUTE, '/s'],
      ] as const) {
        const page = createPaymentPage();
        page.setPayerClock(PAYER_EPOCH + ahead);
        const { model, set, now } = modelOn(page.ports, 'crypto');
        set({ payment: crypto({ expiresAt, version: 3 }), statusUrl: '/s' });
        model.connect();
        assert.deepEqual(page.asked(), [url], `${ahead} ms ahead`);
        await page.answer({ status: 'NEW', version: 3 }, at(SERVER));
        assert.equal(now().clock! + page.ports.now(), SERVER);
        await page.untilRequest();
        assert.equal(page.asked().at(-1), '/s?since=3');
      }
    });

    it('never goes back because a Date header has whole seconds or is late', async () => {
      const { page, now } = follow();
      const began = page.ports.now();
      let last = -Infinity;
      for (let turn = 0; turn < 30; turn++) {
        await page.answer({ status: 'NEW', after: 1_300 }, at(SERVER + page.ports.now() - began));
        assert.ok(now().clock! >= last);
        last = now().clock!;
        await page.untilRequest();
      }
      assert.ok(Math.abs(last - (SERVER - began)) <= 1_000);
    });

    it('and by that of the payer where no response shows it (another origin)', async () => {
      const { page, now } = follow();
      await page.answer({ status: 'NEW' });
      assert.equal(now().clock, PAYER_EPOCH);
    });

    it('and knows it still after disconnect() and for another payment', async () => {
      const { page, now, model, set } = follow();
      await page.answer({ status: 'NEW' }, at(SERVER));
      const { clock } = now();
      model.disconnect();
      set({ payment: crypto({ tid: 'second' }) });
      assert.equal(now().clock, clock);
    });

    it('and takes the end of the offer from a response', async () => {
      const { page, now } = follow({ expiresAt: '2031-05-09T10:10:00Z' });
      await page.answer({ status: 'NEW', expiresAt: '2031-05-09T11:00:00Z' });
      assert.equal(now().payment!.expiresAt, '2031-05-09T11:00:00.000Z');
    });
  });

  describe('refresh()', () => {
    it('cancels the request of src in progress and sends another', async () => {
      const { page, model, now } = open({ src: '/p' });
      model.refresh();
      assert.deepEqual([page.requests.length, page.open().length], [2, 1]);
      await page.answer(crypto());
      assert.equal(now().knownPhase, 'awaiting');
    });

    it('reads the inputs again when there is no payment', () => {
      const { model, codes } = open({ payment: 'x' });
      model.refresh();
      assert.deepEqual(codes(), ['unreadable-payment', 'unreadable-payment']);
    });

    it('does nothing before inputs are set', () => {
      const { model, now, page } = open();
      model.refresh();
      assert.deepEqual([now().problem, page.requests.length], [undefined, 0]);
    });

    it('requests nothing without an address, while disconnected, and for a payment that was final from the start', () => {
      const without = open({ payment: crypto() });
      without.model.refresh();
      const disconnected = follow();
      disconnected.model.disconnect();
      const before = disconnected.page.requests.length;
      disconnected.model.refresh();
      const final = follow({ status: 'PAID' });
      final.model.refresh();
      assert.deepEqual(
        [without.page.requests.length, disconnected.page.requests.length - before, final.page.requests.length],
        [0, 0, 0],
      );
    });

    it('polls at once while the page waits for the next request, and before the end of Retry-After', async () => {
      const { page, model } = follow();
      await page.answer({ status: 'NEW' });
      model.refresh();
      assert.equal(page.requests.length, 2);
      await page.answer('', { status: 429, headers: { 'retry-after': '600' } });
      model.refresh();
      assert.equal(page.requests.length, 3);
    });

    it('polls a payment that became final once more', async () => {
      const { page, model, now } = follow();
      await page.answer({ status: 'PAID' });
      model.refresh();
      await page.answer({ status: 'REFUNDED' });
      assert.deepEqual([now().knownPhase, page.timers()], ['refunded', 0]);
    });

    it('polls again after an hour of waiting for late money', async () => {
      const { page, model, now } = follow({ status: 'EXPIRED' });
      page.setReply(() => respond({ status: 'EXPIRED' }));
      await page.answer({ status: 'EXPIRED' });
      await page.turn(2 * 60 * MINUTE);
      assert.deepEqual([page.timers(), page.open().length], [0, 0]);
      page.setReply(() => respond({ status: 'PAID' }));
      model.refresh();
      await settle();
      assert.equal(now().knownPhase, 'paid');
    });
  });

  describe('disconnect()', () => {
    it('ends everything, and connect() follows the payment again', async () => {
      const { page, model, now, pollers } = follow({ version: 1 });
      await page.answer({ status: 'DETECTED', version: 2 });
      model.disconnect();
      assert.deepEqual([pollers(), page.timers(), page.open(), page.listeners()], [0, 0, [], 0]);
      await page.show();
      await page.turn(10 * MINUTE);
      const before = page.requests.length;
      assert.equal(now().knownPhase, 'detected');
      model.connect();
      assert.deepEqual([pollers(), page.requests.length, page.asked().at(-1)], [1, before + 1, '/s?since=2']);
      await page.answer({ status: 'PAID', version: 3 });
      assert.equal(now().knownPhase, 'paid');
    });

    it('cancels the request of src, and connect() sends it again', async () => {
      const { page, model, now } = open({ src: '/p' });
      model.disconnect();
      assert.deepEqual(page.open(), []);
      page.last().give(respond(crypto()));
      await settle();
      assert.equal(now().payment, undefined);
      model.connect();
      await page.answer(crypto());
      assert.equal(now().knownPhase, 'awaiting');
    });

    it('forgets lost contact and the waiting for money', async () => {
      const { page, model, now, set } = follow();
      for (let at = 0; at < 3; at++) {
        await page.fail();
        if (at < 2) await page.untilRequest();
      }
      assert.equal(now().contactLost, true);
      set({ payment: crypto({ status: 'PAID' }), statusUrl: '/s' });
      model.disconnect();
      model.connect();
      assert.deepEqual([now().knownPhase, now().contactLost, now().stalled], ['paid', false, false]);
    });

    it('keeps the details and the lock of the payer', async () => {
      const { page, model, now, shown } = follow();
      model.lockDetails();
      await page.answer({ status: 'NEW', address: OTHER });
      model.disconnect();
      model.connect();
      assert.deepEqual([now().details, now().locked, shown()['address']], ['changed', true, BTC]);
    });

    it('does not follow a payment that was not found, until refresh()', async () => {
      const { page, model } = follow();
      await page.answer('', { status: 404 });
      model.disconnect();
      model.connect();
      assert.equal(page.requests.length, 1);
      model.refresh();
      assert.equal(page.requests.length, 2);
    });

    it('reads inputs that are set meanwhile, and requests nothing', () => {
      const { page, model, set, now } = follow();
      model.disconnect();
      const before = page.requests.length;
      set({ payment: crypto({ tid: 'second' }), statusUrl: '/2' });
      assert.deepEqual([idOf(now().payment!), page.requests.length], ['second', before]);
      model.connect();
      assert.equal(page.asked().at(-1), '/2');
    });

    it('ends everything also when a listener calls it during a response', async () => {
      const { page, model, pollers } = open({ src: '/p' });
      const remove = model.subscribe(() => {
        if (!model.snapshot.payment) return;
        remove(); // `disconnect` calls the listeners, too
        model.disconnect();
      });
      await page.answer({ ...crypto(), statusUrl: '/s' });
      assert.deepEqual([pollers(), page.timers(), page.open()], [0, 0, []]);
    });
  });

  describe('in two tabs of a browser', () => {
    function twoTabs(inputs: Partial<PaymentInputs>, body: object = { status: 'NEW' }) {
      const clock = createClock();
      const shop = { body, init: {} as ResponseInit };
      const browser = createBrowser(clock, async () => respond(shop.body, shop.init));
      const tabs = [0, 1].map((at) => {
        const tab = browser.tab(`tab${at}`);
        const opened = { ...tab, ...modelOn(tab.ports) };
        opened.set(inputs);
        opened.model.connect();
        return opened;
      });
      return { clock, shop, browser, tabs: tabs as [(typeof tabs)[0], (typeof tabs)[0]] };
    }
    const inputs = { payment: crypto(), statusUrl: '/s' };

    it('lets one tab poll for both, and both change to paid', async () => {
      const { clock, shop, browser, tabs } = twoTabs(inputs);
      await clock.turn(MINUTE);
      const before = browser.requests.length;
      await clock.turn(MINUTE);
      assert.deepEqual([...new Set(browser.requests.slice(before).map(({ tab }) => tab))], ['tab0']);
      shop.body = { status: 'PAID' };
      await clock.turn(10_000);
      for (const { now, paid } of tabs) assert.deepEqual([now().knownPhase, paid()], ['paid', 1]);
    });

    it('keeps the details that each payer was shown', async () => {
      const { clock, shop, tabs } = twoTabs(inputs);
      shop.body = { status: 'NEW', address: OTHER };
      await clock.turn(MINUTE);
      for (const { now, shown, codes } of tabs)
        assert.deepEqual([now().details, shown()['address'], codes()], ['changed', BTC, ['details-changed']]);
      tabs[1].model.acceptDetails();
      assert.deepEqual([tabs[0].shown()['address'], tabs[1].shown()['address']], [BTC, OTHER]);
    });

    it('reads the payment of src in both tabs', async () => {
      const { clock, tabs } = twoTabs({ src: '/p' }, crypto());
      await clock.turn(MINUTE);
      for (const { now } of tabs) assert.equal(now().knownPhase, 'awaiting');
    });

    it('follows on in the second tab when the first disconnects', async () => {
      const { clock, shop, tabs, browser } = twoTabs(inputs);
      await clock.turn(MINUTE);
      tabs[0].model.disconnect();
      shop.body = { status: 'PAID' };
      await clock.turn(10_000);
      assert.deepEqual([tabs[0].now().knownPhase, tabs[1].now().knownPhase], ['awaiting', 'paid']);
      tabs[1].model.disconnect();
      await settle();
      assert.deepEqual([clock.waiting, browser.queueing, browser.channels], [0, [], 0]);
    });

    it('reports a missing payment in both tabs', async () => {
      const { clock, shop, tabs } = twoTabs(inputs);
      await clock.turn(MINUTE);
      shop.init = { status: 404 };
      await clock.turn(10_000);
      for (const { now } of tabs) assert.equal(now().problem?.code, 'not-found');
    });
  });

  describe('keeps hostile data away', () => {
    const MB = 1_000_000;
    const FIELDS =
      `tid pid bid address qrCodeBase64 currency amount cryptoCoin cryptoAmountExpected note status hostedUrl statusUrl version
      expiresAt minimumTransactionCoin cryptoAmountReceived confirmations confirmationsRequired qr rate orderRef paidAt transactions test phase after
      __proto__ constructor`.split(/\s+/);
    const VALUES: readonly unknown[] = [
      '<img src=x onerror=alert(1)>',
      'javascript:alert(1)',
      '\n\t JaVaScRiPt:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'data:image/svg+xml,<svg/>',
      `data:image/png;base64,${btoa('<svg onload="x"/>')}`,
      `${PNG}"><script>alert(1)</script>`,
      'file:///etc/passwd',
      'abc\u202egnp.exe',
      'abc\u2066def',
      'abc\u0000def',
      'abc\u001b[31mdef',
      'abc\ud83d',
      'W'.repeat(200),
      '__proto__',
      '1e400',
      '-1',
      '0x10',
      'NaN',
      '',
      '   ',
      Infinity,
      -1,
      1e300,
      ['0.1'],
      { toString: 'x', valueOf: 'y', length: MB, size: 21, bits: '<b>' },
      null,
      true,
      'x'.repeat(MB),
    ];
    /** JSON text with a field, also one that an object literal would take for its prototype. */
    const jsonWith = (payment: object, field: string, value: unknown) => {
      const fields = Object.entries(payment).filter(([name]) => name !== field);
      return `{${[...fields, [field, value] as const].map(([name, each]) => `${JSON.stringify(name)}:${JSON.stringify(each)}`).join()}}`;
    };
    const URLS = ['hostedUrl', 'statusUrl'];
    /** Addresses are not shown as text, a note is shown in a box of its own, and `parsePayment` keeps any `orderRef`. */
    const UNCHECKED = [...URLS, 'note', 'orderRef'];
    const DECIMALS = ['amount', 'cryptoAmountExpected', 'cryptoAmountReceived', 'minimumTransactionCoin', 'rate'];

    /** What is wrong with a payment that a model shows. */
    function harm({ payment, hostedUrl }: PaymentSnapshot): string[] {
      const found: string[] = [];
      if (hostedUrl && !/^https?:/.test(hostedUrl)) found.push(hostedUrl);
      for (const [name, value] of Object.entries(payment ?? {})) {
        const text = String(value);
        if (!FIELDS.includes(name) || name === 'constructor') found.push(name);
        if (name !== 'orderRef' && text.length > 2_100) found.push(`${name}: ${text.length} characters`);
        if (URLS.includes(name) && !/^https?:/.test(new URL(text, 'https://a.example').href)) found.push(text);
        if (name === 'qrCodeBase64' && !text.startsWith('data:image/png;base64,iVBORw0KGgo')) found.push(text);
        if (DECIMALS.includes(name) && !/^\d+(\.\d+)?$/.test(text)) found.push(`${name}: ${text}`);
        if (!UNCHECKED.includes(name) && /[\p{Cc}\p{Cs}\p{Bidi_Control}]/u.test(text)) found.push(`${name}: ${text}`);
      }
      return found;
    }

    for (const [method, make] of KINDS)
      it(`in every field of a ${method} payment, of the response of src, and of an update`, () => {
        const fresh = begun(undefined, method);
        const waiting = { ...fresh, problem: undefined };
        const known = begun(make(), method);
        for (const field of FIELDS)
          for (const value of VALUES) {
            const text = jsonWith(make(), field, value);
            const body = JSON.parse(text) as object;
            const update = parseStatusUpdate(body);
            const after: PaymentSnapshot[] = [begun(text, method), begun(body, method)];
            if (update) after.push(next(waiting, polled(body)), next(known, polled(body)));
            else
              after.push(
                next(waiting, {
                  type: 'polled',
                  state: { contact: 'good', stalled: false, unrecognized: body },
                }),
              );
            for (const each of after)
              assert.deepEqual(harm(each), [], `${String(JSON.stringify(value)).slice(0, 60)} in ${field}`);
          }
        assert.deepEqual(Object.keys(Object.prototype), []);
      });

    it('and names the field that a payment cannot do without', () => {
      for (const [method, make, id] of KINDS)
        for (const field of [id, 'status', 'amount', ...(method === 'crypto' ? ['address', 'cryptoCoin'] : [])]) {
          const { problem, payment } = begun(make({ [field]: field === 'amount' ? '0x10' : 'x'.repeat(MB) }), method);
          assert.ok(problem?.code === 'unreadable-payment');
          assert.deepEqual([problem.field, payment], [field, undefined]);
        }
    });

    it('and keeps a note byte for byte', () => {
      for (const note of VALUES) {
        if (typeof note !== 'string' || !note || note.length > 2_000) continue;
        const { payment, problem } = begun(JSON.stringify(wallet({ note })), 'wallet');
        const isKept = !/[\0\ud83d]/.test(note);
        assert.equal(payment && 'pid' in payment ? payment.note : problem?.code, isKept ? note : 'unreadable-payment');
      }
    });
  });

  describe('with its listeners', () => {
    it('calls them after every change and every response, until they are removed', async () => {
      const { page, model } = follow();
      let calls = 0;
      const remove = model.subscribe(() => calls++);
      await page.answer({ status: 'NEW' });
      assert.equal(calls, 1);
      await page.untilRequest();
      await page.answer({ status: 'NEW' });
      assert.equal(calls, 2, 'so that the page is compared with the view again');
      model.lockDetails();
      assert.equal(calls, 3);
      remove();
      model.refresh();
      assert.equal(calls, 3);
    });

    it('returns each event once', () => {
      const { ports } = createPaymentPage();
      const model = new PaymentModel('crypto', ports);
      model.set(inputsOf({ payment: crypto({ status: 'PAID' }) }));
      assert.deepEqual(
        model.takeEvents().map(({ type }) => type),
        ['status', 'paid'],
      );
      assert.deepEqual(model.takeEvents(), []);
    });

    it('reports tampering once, and keeps the field', () => {
      const { model, now, problems } = follow();
      model.reportTampering('address');
      model.reportTampering('amount');
      assert.deepEqual(problems(), [{ code: 'tampered', field: 'address' }]);
      assert.equal(now().tampered, 'amount');
    });

    it('shows lost contact when a module could not be loaded, until the next response', async () => {
      const { model, now, page, codes } = follow();
      model.reportFailedModule();
      assert.deepEqual([now().contactLost, codes()], [true, []]);
      await page.answer({ status: 'NEW' });
      assert.equal(now().contactLost, false);
    });

    it('shows lost contact until the payer tries again, where no address is polled', () => {
      const { model, now } = open({ payment: crypto() });
      model.reportFailedModule();
      assert.equal(now().contactLost, true);
      model.refresh();
      assert.equal(now().contactLost, false);
    });
  });

  describe('next()', () => {
    it('returns the same snapshot for an event that changes nothing', () => {
      const inputs = inputsOf({ payment: crypto() });
      const now = next(next(initialSnapshot('crypto'), { type: 'given', inputs }), {
        type: 'dispatched',
      });
      const locked = next(now, { type: 'details-locked' });
      for (const [before, event] of [
        [now, { type: 'given', inputs }],
        [now, { type: 'dispatched' }],
        [now, { type: 'refreshed' }],
        [now, { type: 'details-accepted' }],
        [locked, { type: 'details-locked' }],
        [initialSnapshot('crypto'), { type: 'restarted' }],
      ] as const)
        assert.equal(next(before, event), before, event.type);
    });

    it('returns a frozen snapshot', () => {
      for (const event of [
        { type: 'given', inputs: inputsOf({ payment: crypto() }) },
        polled(crypto()),
        { type: 'disconnected' },
        { type: 'not-an-address' },
      ] as const)
        assert.ok(Object.isFrozen(next(initialSnapshot('crypto'), event)));
    });
  });
});
