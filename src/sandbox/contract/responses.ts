import { exactNumber } from './exact-json.ts';
import type { CryptoEntry, LocalcodeEntry, PaymentEntry, WalletEntry } from './ledger.ts';
import type { NotShown } from './not-shown.ts';
import { qrDataUrl } from './png.ts';
import { withSpareFields } from './spare-fields.ts';
import type { News } from './vocabulary.ts';

/** Where the hosted pages are: {pay_url} and {wallet_pay_url} of the contract. */
export interface PageUrls {
  readonly payUrl: string;
  readonly walletPayUrl: string;
}

export const idKeys = { crypto: 'tid', wallet: 'pid', localcode: 'bid' } as const;

export function hostedUrl(entry: PaymentEntry, { payUrl, walletPayUrl }: PageUrls): string {
  return `${entry.kind === 'wallet' ? walletPayUrl : payUrl}/${entry.id}`;
}

export function statusWord(entry: PaymentEntry, { statusWords }: NotShown): string {
  return statusWords[entry.state] ?? entry.state;
}

/** `data` of a creation answer, contract 2.6 to 2.8, as the payment stands now. */
export function paymentData(entry: PaymentEntry, urls: PageUrls, notShown: NotShown): object {
  const { webhookUrl, meta } = entry.order;
  const absentMeta = { empty: {}, null: null, omitted: undefined }[notShown.absentMeta];
  const shared = {
    status: statusWord(entry, notShown),
    webhookUrl: webhookUrl ?? (notShown.absentWebhookUrl === 'omitted' ? undefined : notShown.absentWebhookUrl),
    hostedUrl: hostedUrl(entry, urls),
    meta: meta ?? absentMeta,
    test: notShown.testMark || undefined,
  };
  const own = {
    crypto: () => cryptoData(entry as CryptoEntry, notShown),
    wallet: () => walletData(entry as WalletEntry),
    localcode: () => localcodeData(entry as LocalcodeEntry),
  }[entry.kind]();
  return withSpareFields({ ...own, ...shared }, notShown);
}

function cryptoData({ id, address, order, expected }: CryptoEntry, { singlePayout }: NotShown) {
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

/** What a webhook tells of a payment; a word given by hand takes the place of its own. */
export function newsOf(entry: PaymentEntry, notShown: NotShown, byHand?: Partial<News>): News {
  const news = { idKey: idKeys[entry.kind], id: entry.id, status: statusWord(entry, notShown) };
  if (entry.kind !== 'crypto' || entry.received === '0') return { ...news, ...byHand };
  const { received, confirmations, confirmationsRequired } = entry;
  const counts = entry.state === 'UNDERPAID' ? {} : { confirmations, confirmationsRequired };
  return { ...news, cryptoAmountReceived: received, ...counts, ...byHand };
}

/** What the payer may see, with amounts as text: for the hosted pages' tags and their status address. */
export function publicView(entry: PaymentEntry, notShown: NotShown): Readonly<Record<string, unknown>> {
  const status = statusWord(entry, notShown);
  const { amount } = entry.order;
  // The word may be one that no tag knows; the sandbox itself knows what it means.
  const phase = entry.state === 'NEW' || entry.state === 'PENDING' ? 'awaiting' : entry.state.toLowerCase();
  const shared = { amount, status, phase, version: entry.version, test: true };
  switch (entry.kind) {
    case 'crypto': {
      const { cryptoAmountReceived, confirmations, confirmationsRequired } = newsOf(entry, notShown);
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
