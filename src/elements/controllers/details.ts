import { parsePayment } from '../../core/parse-payment.ts';
import { idOf, methodOf, type PublicPayment } from '../../core/payment.ts';
import type { Refusal } from '../../core/result.ts';
import { ID_FIELD, NEWS, pick, type Fields } from './payment-fields.ts';

/** What a payer may be typing from the page: the same payment never shows another unasked (DESIGN rule 7). */
const FIXED = ['address', 'note', 'cryptoCoin', 'cryptoAmountExpected'] as const;

/** What was drawn of them: of no use beside others. */
const DRAWN = ['qr', 'qrCodeBase64'] as const;

/** The first detail in which a payment is not the one shown. An address but for its letters' case is the same or nobody's. */
function changedField(shown: Fields, told: Fields): string | undefined {
  const fold = (value: unknown, name: string) => (name === 'note' ? value : String(value).toLowerCase());
  return FIXED.find((name) => fold(shown[name], name) !== fold(told[name], name));
}

/** A payment with the details of another where those are there, and nothing drawn of its own. */
function withDetails(payment: Fields, details: Fields): Fields {
  const mixed: Record<string, unknown> = { ...payment };
  for (const name of FIXED) mixed[name] = details[name] ?? payment[name];
  for (const name of DRAWN) mixed[name] = details[name];
  return mixed;
}

/**
 * Where money goes and how much, as the payer was shown it. It does not change under a payer's hands: other details
 * for the same payment, whoever brings them, wait in `changed` until the payer asks for them. So does another
 * payment, while the payer holds something to pay the first one with: what is pasted next would go there.
 */
export class Details {
  readonly #differs: (field: string) => void;
  #shown: PublicPayment | undefined;

  /** The payment with other details than those shown: not to be shown unasked. */
  changed: PublicPayment | undefined;
  /** The payer asked for other details, and should still know that they are others. */
  accepted = false;
  /** The payer has copied or opened something to pay with. */
  held = false;

  /** @param differs - Told in which field a payment is another. */
  constructor(differs: (field: string) => void) {
    this.#differs = differs;
  }

  /** The payment with the details it was shown with, if it was shown. */
  keep(payment: PublicPayment): PublicPayment {
    if (this.#shown && idOf(this.#shown) === idOf(payment)) {
      if (!this.compare(payment)) return payment;
      const kept = parsePayment(withDetails({ ...payment }, { ...this.#shown }));
      return kept.ok ? kept.payment : this.#shown;
    }
    this.changed = this.held ? payment : undefined;
    if (this.held) this.#differs(ID_FIELD[methodOf(payment)]);
    this.accepted = this.held = false;
    return (this.#shown = payment);
  }

  /** Whether a payment has other details than those shown. They wait then, and so does all that comes after them. */
  compare(told: PublicPayment): boolean {
    const field = changedField({ ...this.#shown }, { ...told });
    if (field || this.changed) this.changed = told;
    if (field) this.#differs(field);
    return !!field;
  }

  /**
   * The same for an answer of the status address. None needs details; one that has others can only mean that the
   * payment has.
   *
   * @param payment - As it is with the answer's other news.
   */
  hear(payment: PublicPayment, answer: Fields): Refusal | undefined {
    if (FIXED.every((name) => (answer[name] ?? undefined) === undefined)) return undefined;
    const told = parsePayment(withDetails({ ...payment, ...this.changed, ...pick({ ...payment }, NEWS) }, answer));
    if (!told.ok) return told;
    this.compare(told.payment);
    return undefined;
  }

  /** The payment with the details that waited: the payer asked for them. */
  accept(payment: PublicPayment): PublicPayment {
    if (!this.changed) return payment;
    this.#shown = { ...this.changed, ...pick({ ...payment }, NEWS) };
    this.changed = undefined;
    this.accepted = true;
    this.held = false;
    return this.#shown;
  }
}
