import { checkAddress } from './address.ts';
import type { AddressFault } from './address-check.ts';
import { coins, findCoin } from './coin.ts';

/** What is wrong with a text that is not an address of the coin, for a developer. */
const TEXTS: Readonly<Record<AddressFault, string>> = {
  empty: 'it is empty',
  charset: 'it has a character that such an address never has, such as a space or a look-alike letter',
  length: 'it is too short or too long',
  checksum: 'its checksum is wrong, so at least one character is',
  'mixed-case': 'it mixes capital and small letters',
  'wrong-network': 'it is an address of another network',
  'payment-uri': 'it is a payment link; give the address alone',
  'unsupported-form': 'addresses of this form are not supported',
  'not-a-recipient': 'money that is sent to it is lost',
  'unknown-coin': 'the coin is not supported',
};

/** The beginnings of addresses that only test networks have. */
const TEST_NETWORK = /^(tb1|bcrt1|tltc1|rltc1|bchtest:|bchreg:)/i;

/** The beginnings of extended public keys, from which a wallet derives its addresses. */
const EXTENDED_KEY = /^([xyztuv]pub|Ltub|Mtub|dgub)[1-9A-HJ-NP-Za-km-z]{100,}$/;

/** Private keys: of Bitcoin and similar coins (WIF), and 32 bytes in hexadecimal digits. */
const PRIVATE_KEY = /^([5KLTQ6c9][1-9A-HJ-NP-Za-km-z]{50,51}|(0x)?[\da-f]{64})$/i;

/** The coin that a text is an address of, when it is none of the given coin. */
export function otherCoinOf(symbol: string, text: string): string | undefined {
  if (checkAddress(symbol, text).ok) return undefined;
  return coins.find((coin) => checkAddress(coin.symbol, text).ok)?.symbol;
}

/** Why a text is not an address of a coin: `it is an address of LTC`. */
export function addressFaultText(symbol: string, text: string, reason: AddressFault): string {
  if (TEST_NETWORK.test(text)) return 'it is an address of a test network';
  if (PRIVATE_KEY.test(text))
    return 'it looks like a private key, or the id of a transaction: never give a private key to a shop';
  if (/^[\da-f]{40}$/i.test(text) && findCoin(symbol)?.chainId) return 'it does not begin with 0x';
  if (EXTENDED_KEY.test(text)) return 'it is an extended public key; give one address of that wallet';
  const other = otherCoinOf(symbol, text);
  return other === undefined ? TEXTS[reason] : `it is an address of ${findCoin(other)!.ticker}`;
}
