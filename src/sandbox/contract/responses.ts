import { exactNumber } from '../exact-json.ts';
import type { CryptoEntry, LocalcodeEntry, PaymentEntry, WalletEntry } from './payment-records.ts';
import type { ContractGaps } from './contract-gaps.ts';
import { qrDataUrl } from '../pages/png.ts';
import { withOptionalFields } from './optional-fields.ts';
import type { StatusUpdate } from './status-words.ts';

/** The URLs of the hosted pages: {pay_url} and {wallet_pay_url} of the contract. */
export interface PageUrls {
  readonly payUrl: string;
  readonly walletPayUrl: string;
}

const idKeys = { crypto: 'tid', wallet: 'pid', localcode: 'bid' } as const;

export function hostedUrl(entry: PaymentEntry, { payUrl, walletPayUrl }: PageUrls): string {
  return `${entry.kind === 'wallet' ? walletPayUrl : payUrl}/${entry.id}`;
}

function statusWord(entry: PaymentEntry, { statusWords }: ContractGaps): string {
  return statusWords[entry.state] ?? entry.state;
}

/** The `data` of a creation response, contract 2.6 to 2.8, for the payment's present state. */
export function paymentData(entry: PaymentEntry, urls: PageUrls, contractGaps: ContractGaps): object {
  const { webhookUrl, meta } = entry.order;
  const absentMeta = { empty: {}, null: null, omitted: undefined }[contractGaps.absentMeta];
  const shared = {
    status: statusWord(entry, contractGaps),
    webhookUrl: webhookUrl ?? (contractGaps.absentWebhookUrl === 'omitted' ? undefined : contractGaps.absentWebhookUrl),
    hostedUrl: hostedUrl(entry, urls),
    meta: meta ?? absentMeta,
    test: contractGaps.testMark || undefined,
  };
  const own = {
    crypto: () => cryptoData(entry as CryptoEntry, contractGaps),
    wallet: () => walletData(entry as WalletEntry),
    localcode: () => localcodeData(entry as LocalcodeEntry),
  }[entry.kind]();
  return withOptionalFields({ ...own, ...shared }, contractGaps);
}

function cryptoData({ id, address, order, expected }: CryptoEntry, { singlePayout }: ContractGaps) {
  const { payout } = order;
  const single = (address: string) =>
    ({ empty: [], whole: [{ address, percent: '100' }], null: null, omitted: undefined })[singlePayout];
  const shares = 'address' in payout ? single(payout.address) : payout.shares;
  return {
    tid: id,
    address,
    qrCodeBase64: qrDataUrl(address),
    currency: order.currency.toLowerCase(),
    amount: exactNumber(order.amount),
    cryptoCoin: order.coin.toLowerCase(),
    cryptoAmountExpected: exactNumber(expected),
    splitPayoutAddresses:
      shares && shares.map((share) => ({ address: share.address, percent: exactNumber(share.percent) })),
  };
}

function walletData({ id, order, note }: WalletEntry) {
  return {
    pid: id,
    currency: order.currency,
    amount: exactNumber(order.amount),
    payoutEmail: order.payoutEmail,
    additionalInformation: order.additionalInformation,
    note,
  };
}

function localcodeData({ id, order }: LocalcodeEntry) {
  return {
    bid: id,
    amount: exactNumber(order.amount),
    payoutCryptoCoin: order.payoutCoin,
    payoutAddress: order.payoutAddress,
  };
}

/** The content of a payment's webhook. A status that was entered by hand replaces the payment's. */
export function statusUpdateOf(
  entry: PaymentEntry,
  contractGaps: ContractGaps,
  byHand?: Partial<StatusUpdate>,
): StatusUpdate {
  const base = { idKey: idKeys[entry.kind], id: entry.id, status: statusWord(entry, contractGaps) };
  if (entry.kind !== 'crypto' || entry.received === '0') return { ...base, ...byHand };
  const { received, confirmations, confirmationsRequired } = entry;
  const counts = entry.state === 'UNDERPAID' ? {} : { confirmations, confirmationsRequired };
  return { ...base, cryptoAmountReceived: received, ...counts, ...byHand };
}

/**
 * The payer's view of a payment, with amounts as text: for the tags of the hosted pages and for the route that they
 * poll.
 */
export function publicView(entry: PaymentEntry, contractGaps: ContractGaps): Readonly<Record<string, unknown>> {
  const status = statusWord(entry, contractGaps);
  const { amount } = entry.order;
  // The tags may not know the status text; the phase is derived from the state.
  const phase = entry.state === 'NEW' || entry.state === 'PENDING' ? 'awaiting' : entry.state.toLowerCase();
  const shared = { amount, status, phase, version: entry.version, test: true };
  switch (entry.kind) {
    case 'crypto': {
      const { cryptoAmountReceived, confirmations, confirmationsRequired } = statusUpdateOf(entry, contractGaps);
      return {
        tid: entry.id,
        address: entry.address,
        currency: entry.order.currency.toLowerCase(),
        cryptoCoin: entry.order.coin.toLowerCase(),
        cryptoAmountExpected: entry.expected,
        minimumTransactionCoin: entry.minimum,
        cryptoAmountReceived,
        confirmations,
        confirmationsRequired,
        ...shared,
      };
    }
    case 'wallet':
      return { pid: entry.id, currency: entry.order.currency, note: entry.note, ...shared };
    case 'localcode':
      return { bid: entry.id, ...shared };
  }
}
