import { qrText, type PublicPayment, type QrModules } from '../../core/index.ts';
import { encodeQr } from '../../vendor/qr.ts';
import { toBase64 } from '../base64url.ts';

/**
 * Draws the QR code that a tag shows first, so that a page rarely has to load an encoder. For a cryptocurrency payment
 * it contains `qrText`. For a local code it contains the address of the hosted page, to continue on a phone. Returns
 * undefined when there is no text, or when the text is too long for a QR code.
 */
export function drawQr(payment: PublicPayment): QrModules | undefined {
  const text = textOf(payment);
  if (text === undefined) return undefined;
  try {
    const { size, dark } = encodeQr(text);
    return { size, bits: toBase64(packed(size * size, dark)) };
  } catch {
    return undefined; // the tag draws the code or omits it: a payment never fails because of its picture
  }
}

function textOf(payment: PublicPayment): string | undefined {
  if ('bid' in payment) return payment.hostedUrl;
  if (!('tid' in payment)) return undefined;
  return qrText({ coin: payment.cryptoCoin, address: payment.address, amount: payment.cryptoAmountExpected });
}

/** Packs eight modules into a byte, most significant bit first, row after row without padding. */
function packed(count: number, dark: (at: number) => boolean): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(count / 8));
  for (let at = 0; at < count; at += 1) if (dark(at)) bytes[at >> 3]! |= 0x80 >> (at & 7);
  return bytes;
}
