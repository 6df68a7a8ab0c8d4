import type { Coin } from './coin.ts';
import { unitsOf } from '../money/amount.ts';

/** Every address of the nine coins matches. Text with other characters could add parameters to the URI. */
const ADDRESS = /^(?:[a-z]+:)?[0-9A-Za-z]{1,120}$/i;

/**
 * The payment URI of a coin for an amount that is already exact. `paymentUri` accepts any amount.
 *
 * @param texts - Label and message as parameters, for the coins whose URI supports them.
 * @returns `undefined` for an address with a character that no address has.
 */
export function exactUri(
  coin: Coin,
  address: string,
  amount: string | undefined,
  texts: readonly unknown[] = [],
): string | undefined {
  const { chainId, decimals, scheme, token } = coin;
  if (!ADDRESS.test(address)) return undefined;
  const units = amount === undefined ? undefined : unitsOf(amount, decimals);
  if (token)
    return `ethereum:${token}@${chainId}/transfer?address=${address}${units === undefined ? '' : `&uint256=${units}`}`;
  if (chainId) return `ethereum:${address}@${chainId}${units === undefined ? '' : `?value=${units}`}`;
  const query = [amount && `amount=${amount}`, ...(scheme === 'tron' ? [] : texts)].filter(Boolean).join('&');
  return `${scheme}:${withoutPrefix(coin, address)}${query && `?${query}`}`;
}

/**
 * Removes the prefix of a Bitcoin Cash address: it equals the scheme and must not appear twice. Prefix and address must
 * have the same letter case for the checksum, so an address in upper case becomes lower case.
 */
function withoutPrefix({ scheme }: Coin, address: string): string {
  if (scheme !== 'bitcoincash') return address;
  const bare = address.slice(address.indexOf(':') + 1);
  return bare === bare.toUpperCase() ? bare.toLowerCase() : bare;
}
