import { compareDecimals, decimalText } from '../../../../core/money/amount.ts';
import { exactJson, isRecord } from '../../../../core/json.ts';
import type { ServiceUser } from './account.ts';
import type { CryptoAnswer, CryptoInfo, LocalcodeAnswer, WalletAnswer } from './answers.ts';

/**
 * Parses the service's responses. Only the fields that the next step needs must be present, unknown fields are kept,
 * and numbers may be text.
 */

type Fields = Readonly<Record<string, unknown>>;

/**
 * The reason why a response cannot be used. The caller converts it to a `ServiceError` with the status and body of the
 * response.
 */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
  readonly field: string | undefined;
  /** True when the response itself reports that the request failed. */
  readonly refused: boolean;

  constructor(field: string | undefined, reason: string, { refused = false } = {}) {
    super(field === undefined ? reason : `${field}: ${reason}`);
    this.field = field;
    this.refused = refused;
  }
}

/** One JSON object in two forms: as `JSON.parse` returns it, and with the exact digits of each number. */
interface ParsedJson {
  readonly plain: Fields;
  readonly exact: Fields;
}

interface Shape {
  /** The name of the identifier: text that is not empty, or a number, which is converted to its digits. */
  readonly id?: string;
  /** Names of required texts, which must not be empty. */
  readonly texts: readonly string[];
  /** Names of required payable numbers, which must be above zero. */
  readonly payable: readonly string[];
  /** Names of optional payable numbers. */
  readonly amounts: readonly string[];
}

const CRYPTO: Shape = {
  id: 'tid',
  texts: ['status', 'address'],
  payable: ['cryptoAmountExpected'],
  amounts: ['amount'],
};
const WALLET: Shape = { id: 'pid', texts: ['status', 'note'], payable: [], amounts: ['amount'] };
const LOCALCODE: Shape = { id: 'bid', texts: ['status'], payable: [], amounts: ['amount'] };
const USER: Shape = { id: 'id', texts: [], payable: [], amounts: [] };
const INFO: Shape = { texts: [], payable: ['minimum_transaction_coin'], amounts: [] };

/** Contract 2.3 and 2.4: counters and rates. None of them is an amount to pay, so a double is exact enough. */
const PLAN_NUMBERS = ['feeCrypto', 'feeLocalcodeKarty', 'apiRequestLimit', 'maxShops'];
const STORE_NUMBERS = ['currentApiUsage', 'maxApiRequests'];

export const readCryptoAnswer = (text: string): CryptoAnswer => readFields(dataOf(parse(text)), CRYPTO) as CryptoAnswer;
export const readWalletAnswer = (text: string): WalletAnswer => readFields(dataOf(parse(text)), WALLET) as WalletAnswer;
export const readLocalcodeAnswer = (text: string): LocalcodeAnswer =>
  readFields(dataOf(parse(text)), LOCALCODE) as LocalcodeAnswer;

/** Reads the response of contract 4.1. Contract 2.1: the envelope's `status` is `success`. */
export function readUser(text: string): ServiceUser {
  const envelope = parse(text);
  const { status } = envelope.plain;
  if (status !== undefined && status !== null && status !== 'success')
    throw new UnreadableAnswer('status', 'the service did not report success', { refused: true });
  const user = readFields(dataOf(envelope), USER);
  const { currentPlan, stores } = user;
  const read: Fields = {
    ...user,
    ...(isRecord(currentPlan) && { currentPlan: withNumbers(currentPlan, PLAN_NUMBERS) }),
    ...(Array.isArray(stores) && {
      stores: stores.map((store: unknown) => (isRecord(store) ? withNumbers(store, STORE_NUMBERS) : store)),
    }),
  };
  return read as ServiceUser;
}

/** Contract 4.2 shows neither an envelope nor a shape: the field may be at the top level or in `data`. */
export function readCryptoInfo(text: string): CryptoInfo {
  const answer = parse(text);
  const holder = Object.hasOwn(answer.plain, 'minimum_transaction_coin') ? answer : dataOf(answer);
  return readFields(holder, INFO) as CryptoInfo;
}

/** Creates a reader of 4.2 from the shop's own `cryptoInfo.read`. */
export function readCryptoInfoBy(read: (text: string, symbol: string) => string, symbol: string) {
  return function readCryptoInfoText(text: string): CryptoInfo {
    let minimum: string | undefined;
    try {
      minimum = decimalText(read(text, symbol));
    } catch (cause) {
      // The message of a SyntaxError quotes the answer.
      const isQuote = !(cause instanceof Error) || cause instanceof SyntaxError;
      const what = isQuote ? (cause instanceof Error ? cause.name : 'a value') : `${cause.name}: ${cause.message}`;
      throw new UnreadableAnswer('cryptoInfo.read', `threw ${what}`);
    }
    if (minimum === undefined || compareDecimals(minimum, '0') === 0)
      throw new UnreadableAnswer('cryptoInfo.read', 'returned no decimal text above zero');
    return { minimum_transaction_coin: Number(minimum), minimum_transaction_coinText: minimum };
  };
}

function parse(text: string): ParsedJson {
  let plain: unknown;
  let exact: unknown;
  try {
    plain = JSON.parse(text);
    exact = exactJson(text);
  } catch {
    // The parser's message quotes the text around the error, which may contain a part of a key.
    throw new UnreadableAnswer(undefined, 'not JSON');
  }
  if (!isRecord(plain) || !isRecord(exact)) throw new UnreadableAnswer(undefined, 'not a JSON object');
  return { plain, exact };
}

function dataOf({ plain, exact }: ParsedJson): ParsedJson {
  if (!isRecord(plain.data) || !isRecord(exact.data)) throw new UnreadableAnswer('data', 'missing or not an object');
  return { plain: plain.data, exact: exact.data };
}

function readFields({ plain, exact }: ParsedJson, { id, texts, payable, amounts }: Shape): Fields {
  const data: Record<string, unknown> = { ...plain };
  if (id !== undefined) {
    if (typeof plain[id] === 'number') data[id] = exact[id];
    mustBeText(data, id);
  }
  for (const name of texts) mustBeText(data, name);
  for (const name of [...payable, ...amounts]) {
    const text = decimalText(exact[name]);
    const bad = text === undefined || (payable.includes(name) && compareDecimals(text, '0') === 0);
    if (bad && payable.includes(name))
      throw new UnreadableAnswer(name, missing(plain[name]) ? 'missing' : 'not a decimal above zero');
    if (text === undefined) continue;
    data[name] = Number(text);
    data[`${name}Text`] = text;
  }
  return data;
}

/** Converts numbers that are sent as text. Other text is not changed. */
function withNumbers(fields: Fields, names: readonly string[]): Fields {
  const read = names.flatMap((name) => {
    const text = typeof fields[name] === 'string' ? decimalText(fields[name]) : undefined;
    return text === undefined ? [] : [[name, Number(text)]];
  });
  return { ...fields, ...(Object.fromEntries(read) as Fields) };
}

function mustBeText(data: Fields, name: string): void {
  const value = data[name];
  if (typeof value !== 'string' || value === '')
    throw new UnreadableAnswer(name, missing(value) ? 'missing' : 'not text, or empty');
}

const missing = (value: unknown): boolean => value === undefined || value === null;
