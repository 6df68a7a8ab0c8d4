import { parsePayment } from '../../core/parse-payment.ts';
import { ID_FIELD, idOf, methodOf, type PublicPayment } from '../../core/payment.ts';
import type { Refusal } from '../../core/result.ts';
import { UPDATABLE, pick, type Fields } from './payment-fields.ts';

/**
 * Details that the payer may be typing. For one payment, they never change unless the payer asks for it
 * (CONTRIBUTING.md, rule 7).
 */
const FIXED = ['address', 'note', 'cryptoCoin', 'cryptoAmountExpected'] as const;

/** Images of these details. They are useless with other details. */
const DRAWN = ['qr', 'qrCodeBase64'] as const;

/** Returns the first detail that differs. Addresses that differ only in letter case are the same, or one is invalid. */
function changedField(shown: Fields, given: Fields): string | undefined {
  const fold = (value: unknown, name: string) => (name === 'note' ? value : String(value).toLowerCase());
  return FIXED.find((name) => fold(shown[name], name) !== fold(given[name], name));
}

/** Returns a payment with the details of another one, as far as that one has them, and with that one's images only. */
function withDetails(payment: Fields, details: Fields): Fields {
  const mixed: Record<string, unknown> = { ...payment };
  for (const name of FIXED) mixed[name] = details[name] ?? payment[name];
  for (const name of DRAWN) mixed[name] = details[name];
  return mixed;
}

/**
 * The recipient and the amount that the payer was shown. They do not change while the payer may be using them: other
 * details of the same payment, from any source, wait in `changed` until the payer asks for them. So do the details of
 * another payment after the payer has copied or opened something: one transfer could otherwise mix the details of both.
 */
export class PaymentDetailsGuard {
  readonly #onChange: (field: string) => void;
  #shown: PublicPayment | undefined;

  /** The payment with details that differ from those shown. */
  changed: PublicPayment | undefined;
  /** True when the payer has asked for the changed details and still needs the note that they have changed. */
  accepted = false;
  /** True when the payer has copied or opened something to pay with. */
  locked = false;

  /** @param onChange - Called with the first field that differs. */
  constructor(onChange: (field: string) => void) {
    this.#onChange = onChange;
  }

  /** Returns the payment with the details that were shown for it, if it was shown before. */
  keep(payment: PublicPayment): PublicPayment {
    if (this.#shown && idOf(this.#shown) === idOf(payment)) {
      if (!this.compare(payment)) return payment;
      const kept = parsePayment(withDetails({ ...payment }, { ...this.#shown }));
      return kept.ok ? kept.payment : this.#shown;
    }
    this.changed = this.locked ? payment : undefined;
    if (this.locked) this.#onChange(ID_FIELD[methodOf(payment)]);
    this.accepted = this.locked = false;
    return (this.#shown = payment);
  }

  /** Returns whether a payment has other details than those shown. Such details wait, and so do all later ones. */
  compare(given: PublicPayment): boolean {
    const field = changedField({ ...this.#shown }, { ...given });
    if (field || this.changed) this.changed = given;
    if (field) this.#onChange(field);
    return !!field;
  }

  /**
   * The same for a response of the status address, which may leave out the details.
   *
   * @param payment - The payment with the other fields of the response.
   */
  compareAnswer(payment: PublicPayment, answer: Fields): Refusal | undefined {
    const shown: Fields = { ...this.#shown };
    const isSame = (name: string) => (answer[name] ?? undefined) === undefined || answer[name] === shown[name];
    const isBare = FIXED.every((name) => (answer[name] ?? undefined) === undefined);
    if (isBare || (!this.changed && FIXED.every(isSame))) return undefined;
    const given = parsePayment(
      withDetails({ ...payment, ...this.changed, ...pick({ ...payment }, UPDATABLE) }, answer),
    );
    if (!given.ok) return given;
    this.compare(given.payment);
    return undefined;
  }

  /** Returns the payment with the details that waited. Called when the payer has asked for them. */
  accept(payment: PublicPayment): PublicPayment {
    if (!this.changed) return payment;
    this.#shown = Object.freeze({ ...this.changed, ...pick({ ...payment }, UPDATABLE) });
    this.changed = undefined;
    this.accepted = true;
    this.locked = false;
    return this.#shown;
  }
}
