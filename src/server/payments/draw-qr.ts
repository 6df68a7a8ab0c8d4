import { qrText, type PublicPayment, type QrModules } from '../../core/index.ts';
import { create } from '../../vendor/qr.ts';
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
    const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
    return { size, bits: toBase64(packed(data)) };
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
function packed(modules: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(modules.length / 8));
  modules.forEach((dark, index) => {
    if (dark) bytes[index >> 3]! |= 0x80 >> (index & 7);
  });
  return bytes;
}
