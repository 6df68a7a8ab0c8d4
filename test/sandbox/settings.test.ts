import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ContractGaps } from '../../src/sandbox/contract/contract-gaps.ts';
import { lenient, profiles, strict, weird } from '../../src/sandbox/contract/profiles.ts';
import { createSandbox } from '../../src/sandbox/service.ts';
import { gaps, settings } from '../../src/sandbox/contract/settings.ts';
import { START } from './support/fixture.ts';
import { transcript } from './support/transcript.ts';

/** Word for word what the contract says is not shown, section by section. */
const CONTRACT: readonly (readonly [section: string, words: string])[] = [
  ['2.2', 'Role values other than user: not shown.'],
  ['2.3', 'Units of the fee fields: not shown.'],
  ['2.6', 'The way a single payout_address is reported in the response: not shown.'],
  ['3', 'Further states: not shown.'],
  ['3', 'Transitions: not shown.'],
  ['4.2', 'Method, parameters and full response shape: not shown.'],
  ['4.3', 'Which request fields are required: not shown.'],
  ['4.4', 'the case to which it applies: not shown.'],
  ['4.5', "How the payer's code is supplied after creation: not shown."],
  ['5', 'Authentication of the payment endpoints: not shown.'],
  ['5', 'What the user key and the store key are accepted for: not shown.'],
  ['6', 'Webhook payload, signing and retries: not shown.'],
  ['6', 'Which payment status changes trigger a webhook: not shown.'],
  ['7', 'Error response shape: not shown.'],
  ['7', 'HTTP status codes for errors: not shown.'],
  ['8', 'Behaviour when a limit is exceeded: not shown.'],
  ['8', 'Length limits of fields: not shown.'],
  ['9', 'Deprecation and compatibility policy: not shown.'],
];

/** Another position for each switch than the strict one's. The type wants one for every switch there is. */
const OTHER: { readonly [Name in keyof ContractGaps]: ContractGaps[Name] } = {
  userRole: 'owner',
  planFees: { crypto: 0.5, localcodeKarty: 2 },
  singlePayout: 'omitted',
  absentWebhookUrl: 'omitted',
  absentMeta: 'null',
  testMark: false,
  quoteDecimals: { BTC: 4 },
  numbers: 'exponent',
  noteMarks: true,
  optionalFields: 'omitted',
  extraFields: true,
  keyOrder: 'reversed',
  contentType: 'text/json',
  statusWords: { PAID: 'SETTLED' },
  expiresAfterMs: 60_000,
  confirmations: { required: 5, everyMs: 1_000 },
  afterExpiry: 'PAID',
  cryptoInfoMethod: 'POST',
  cryptoInfoParameter: 'symbol',
  cryptoInfoShape: 'bare',
  required: { ...strict.required, wallet: ['amount', 'payout_email'] },
  defaultCurrency: 'EUR',
  coinCase: 'any',
  nullMeansAbsent: true,
  numberText: true,
  walletCurrencies: ['USD'],
  codeEntry: 'endpoint',
  createdStatus: 201,
  paymentAuth: 'required',
  paymentKeys: ['store'],
  accountKeys: ['user', 'store'],
  webhookStates: ['PAID'],
  webhookBody: 'data',
  webhookMethod: 'PUT',
  webhookSignature: 'hmac',
  webhookRetriesMs: [7_000],
  webhookScript: { duplicate: 2 },
  refusalStatus: { ...strict.refusalStatus, invalid_request: 422 },
  refusalBody: 'errors',
  sendRetryAfter: 'date',
  rateWindow: 'fixed',
  rateCountsRefused: true,
  quotaCounts: 'all',
  quotaPeriodMs: 1_000,
  maxBodyBytes: 300,
  maxLength: { url: 2048, email: 254, text: 2 },
  sunset: '2030-06-01T00:00:00.000Z',
};

/** A switch that says nothing until another one is moved as well. */
const BESIDE: Partial<Record<keyof ContractGaps, Partial<ContractGaps>>> = {
  defaultCurrency: { required: OTHER.required },
};

const names = Object.keys(settings) as (keyof ContractGaps)[];

describe('the settings', () => {
  for (const [section, subject] of CONTRACT)
    it(`fill what the contract leaves open in ${section}: ${subject}`, () => {
      const [gap] =
        Object.entries(gaps).find(([, [own, text]]) => own === section && subject.startsWith(`${text}: not`)) ?? [];
      assert.ok(gap, 'no gap is named for it');
      const filled = names.filter((name) => settings[name].gap === gap);
      assert.ok(filled.length > 0, 'no switch fills it');
    });

  it('name no gap that the contract does not have', () => {
    assert.equal(Object.keys(gaps).length, CONTRACT.length + 1); // and what is neither shown nor said
    assert.deepEqual([...names].sort(), Object.keys(strict).sort());
  });

  it('change nothing by themselves: the same seed and the same calls give the same answers and webhooks', async () => {
    assert.deepEqual(await transcript({}), await transcript({}));
  });

  for (const name of names)
    it(`${name}: ${settings[name].says}, and another value has a visible effect`, async () => {
      const beside = BESIDE[name] ?? {};
      assert.notDeepEqual(OTHER[name], strict[name]);
      assert.notDeepEqual(await transcript({ ...beside, [name]: OTHER[name] }), await transcript(beside));
    });

  it('all have their defaults in the strict profile, and most have other values in the other profiles', () => {
    const moved = (other: ContractGaps) =>
      names.filter((name) => JSON.stringify(other[name]) !== JSON.stringify(strict[name]));
    assert.deepEqual(moved(profiles.strict), []);
    // What neither profile moves is of no use as a nuisance: the mark of the sandbox, and the default currency.
    const either = new Set([...moved(lenient), ...moved(weird)]);
    assert.deepEqual(
      names.filter((name) => !either.has(name)),
      ['testMark', 'noteMarks', 'confirmations', 'defaultCurrency'],
    );
  });
});

describe('a profile', () => {
  const read = async (options: Parameters<typeof createSandbox>[0]) => {
    const sandbox = createSandbox({ clock: () => START, ...options });
    const answer = await sandbox.handle({ method: 'GET', path: '/_control/profile', headers: {}, body: '' });
    return { sandbox, json: JSON.parse(answer.body) as ReturnType<typeof sandbox.control.profile> };
  };

  it('can be read with each setting, its section and its value', async () => {
    const { json } = await read({ profile: 'weird', contractGaps: { createdStatus: 207, webhookBody: () => ({}) } });
    assert.equal(json.profile, 'weird');
    assert.deepEqual(json.own, ['createdStatus', 'webhookBody']);
    assert.deepEqual(Object.keys(json.settings).sort(), [...names].sort());
    assert.deepEqual(json.settings['webhookMethod'], {
      section: '6',
      contractGaps: 'Webhook payload, signing and retries',
      says: 'the method of a webhook',
      value: 'PUT',
    });
    assert.equal(json.settings['createdStatus']?.value, 207);
    assert.equal(json.settings['webhookBody']?.value, 'function');
  });

  it('can be changed at run time, and keeps individually set settings', async () => {
    const { sandbox } = await read({ contractGaps: { createdStatus: 207 } });
    const request = (path: string, body: object) =>
      sandbox.handle({
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${sandbox.apiKey}` },
        body: JSON.stringify(body),
      });
    const wallet = {
      currency: 'USD',
      amount: '5',
      payout_email: 'shop@example.com',
      webhook_url: 'http://localhost:9/',
    };
    assert.equal((await request('/v1/wallet/payments', wallet)).status, 400);
    assert.equal((await request('/_control/profile', { profile: 'lenient' })).status, 200);
    assert.equal((await request('/v1/wallet/payments', wallet)).status, 207);
    assert.equal((await request('/_control/profile', { profile: 'wild' })).status, 400);
    assert.equal(sandbox.control.profile().profile, 'lenient');
    sandbox.control.useProfile('weird');
    assert.deepEqual(sandbox.control.script(), { duplicate: 1 });
    sandbox.close();
  });
});
