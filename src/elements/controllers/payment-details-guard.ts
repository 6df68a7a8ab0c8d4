import { parsePayment } from '../../core/parse-payment.ts';
import { ID_FIELD, idOf, methodOf, type PublicPayment } from '../../core/payment.ts';
import type { Refusal } from '../../core/result.ts';
import { UPDATABLE, pick, type Fields } from './payment-fields.ts';

/** What a payer may be typing from the page: the same payment never shows another unasked (DESIGN rule 7). */
const FIXED = ['address', 'note', 'cryptoCoin', 'cryptoAmountExpected'] as const;

/** Drawings of them: of no use beside others. */
const DRAWN = ['qr', 'qrCodeBase64'] as const;

/** The first detail that differs. Addresses that differ in letter case alone are the same, or nobody's. */
function changedField(shown: Fields, given: Fields): string | undefined {
  const fold = (value: unknown, name: string) => (name === 'note' ? value : String(value).toLowerCase());
  return FIXED.find((name) => fold(shown[name], name) !== fold(given[name], name));
}

/** A payment with the details of another where those are there, and no drawing of its own. */
function withDetails(payment: Fields, details: Fields): Fields {
  const mixed: Record<string, unknown> = { ...payment };
  for (const name of FIXED) mixed[name] = details[name] ?? payment[name];
  for (const name of DRAWN) mixed[name] = details[name];
  return mixed;
}

/**
 * Where money goes and how much, as the payer was shown it. These details do not change while the payer may be using
 * them: other details of the same payment, whoever sends them, wait in `changed` until the payer asks for them. So
 * does another payment while the payer holds something to pay the first one with: what is pasted next would go there.
 */
export class PaymentDetailsGuard {
  readonly #onChange: (field: string) => void;
  #shown: PublicPayment | undefined;

  /** The payment with other details than those shown. */
  changed: PublicPayment | undefined;
  /** The payer asked for the other details, and should still know that they have changed. */
  accepted = false;
  /** The payer has copied or opened something to pay with. */
  locked = false;

  /** @param onChange - Called with the first field that differs. */
  constructor(onChange: (field: string) => void) {
    this.#onChange = onChange;
  }

  /** The payment with the details it was shown with, if it was shown. */
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

  /** Whether a payment has other details than those shown. They wait then, and so does all that comes after them. */
  compare(given: PublicPayment): boolean {
    const field = changedField({ ...this.#shown }, { ...given });
    if (field || this.changed) this.changed = given;
    if (field) this.#onChange(field);
    return !!field;
  }

  /**
   * The same for an answer of the status address, which needs no details.
   *
   * @param payment - As it is with the answer's other fields.
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

  /** The payment with the details that waited: the payer asked for them. */
  accept(payment: PublicPayment): PublicPayment {
    if (!this.changed) return payment;
    this.#shown = Object.freeze({ ...this.changed, ...pick({ ...payment }, UPDATABLE) });
    this.changed = undefined;
    this.accepted = true;
    this.locked = false;
    return this.#shown;
  }
}
