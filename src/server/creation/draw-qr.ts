import { qrText, type PublicPayment, type QrModules } from '../../core/index.ts';
import { create } from '../../vendor/qr.ts';
import { toBase64 } from '../base64url.ts';

/**
 * The QR code a tag shows first, drawn here so that a page seldom has to load an encoder: of a
 * cryptocurrency payment what `qrText` says, of a local code the hosted page, to go on with on a phone.
 * Undefined where there is nothing to draw, or more than a QR code can hold.
 */
export function drawQr(payment: PublicPayment): QrModules | undefined {
  const text = textOf(payment);
  if (text === undefined) return undefined;
  try {
    const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
    return { size, bits: toBase64(packed(data)) };
  } catch {
    return undefined; // the tag draws or leaves it out; a payment never fails for its picture
  }
}

function textOf(payment: PublicPayment): string | undefined {
  if ('bid' in payment) return payment.hostedUrl;
  if (!('tid' in payment)) return undefined;
  return qrText({ coin: payment.cryptoCoin, address: payment.address, amount: payment.cryptoAmountExpected });
}

/** Eight modules a byte, most significant bit first, row after row without padding between them. */
function packed(modules: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(modules.length / 8));
  modules.forEach((dark, index) => {
    if (dark) bytes[index >> 3]! |= 0x80 >> (index & 7);
  });
  return bytes;
}
