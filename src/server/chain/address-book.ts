/** A payment, as far as its address is concerned. */
interface BookedPayment {
  readonly paymentRef: string;
  readonly created: number;
  /** Undefined until the provider has answered the creation; null when the payment never has one. */
  readonly address: string | null | undefined;
}

/** Pages of all payments, newest first: `store.latest`. */
export type LatestPayments = (after: BookedPayment | undefined, limit: number) => Promise<readonly BookedPayment[]>;

/** The first page is short: between two reads few payments are created. */
const FIRST_PAGE_LENGTH = 20;
const PAGE_LENGTH = 500;

/** The clock of a process that creates a payment may be this much behind. Milliseconds. */
const CLOCK_SLACK_MS = 5 * 60_000;

/** Finds the payments that have the same deposit address. */
export interface AddressBook {
  /** The references of all payments with an address, also of those that have ended: their money is on it, too. */
  readonly sharing: (address: string) => Promise<readonly string[]>;
}

/** One spelling of an address: Ethereum's checksum is letter case, and the prefix of Bitcoin Cash may be left out. */
const spelling = (address: string) => address.toLowerCase().replace(/^bitcoincash:/, '');

/**
 * Reads each payment once, so that a store needs no index of addresses.
 *
 * @param forgetAfter how long a payment is kept, in milliseconds
 */
export function createAddressBook(
  latest: LatestPayments,
  readAddress: (paymentRef: string) => Promise<string | null | undefined>,
  { now, forgetAfter }: { readonly now: () => number; readonly forgetAfter: number },
): AddressBook {
  const byAddress = new Map<string, Map<string, number>>();
  /** Payments whose address was not known yet. */
  const unanswered = new Map<string, number>();
  /** When the payments were last read; all older ones are in the book. */
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;

  function write({ paymentRef, created, address }: BookedPayment): void {
    if (address === undefined) return void unanswered.set(paymentRef, created);
    unanswered.delete(paymentRef);
    if (address === null) return;
    const paymentRefs = byAddress.get(spelling(address)) ?? new Map<string, number>();
    byAddress.set(spelling(address), paymentRefs.set(paymentRef, created));
  }

  function forget(): void {
    const until = now() - forgetAfter;
    for (const [address, paymentRefs] of byAddress) {
      for (const [paymentRef, created] of paymentRefs) if (created < until) paymentRefs.delete(paymentRef);
      if (paymentRefs.size === 0) byAddress.delete(address);
    }
    for (const [paymentRef, created] of unanswered) if (created < until) unanswered.delete(paymentRef);
  }

  async function update(): Promise<void> {
    for (const [paymentRef, created] of unanswered)
      write({ paymentRef, created, address: await readAddress(paymentRef) });
    const at = now();
    const until = Math.max(at - forgetAfter, readAt - CLOCK_SLACK_MS);
    let limit = FIRST_PAGE_LENGTH;
    for (let last: BookedPayment | undefined; ; limit = PAGE_LENGTH) {
      const page = await latest(last, limit);
      page.forEach(write);
      last = page.at(-1);
      if (page.length < limit || last!.created < until) break;
    }
    readAt = at;
    forget();
  }

  return {
    async sharing(address) {
      reading ??= update().finally(() => {
        reading = undefined;
      });
      await reading;
      return [...(byAddress.get(spelling(address))?.keys() ?? [])];
    },
  };
}
