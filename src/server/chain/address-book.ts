/** An open payment, as far as its address is concerned. */
interface BookedPayment {
  readonly paymentRef: string;
  readonly created: number;
  /** Undefined until the provider has answered the creation. */
  readonly address: string | undefined;
}

/** Pages of the open payments, oldest first: `store.open`. */
export type OpenPayments = (after: BookedPayment | undefined, limit: number) => Promise<readonly BookedPayment[]>;

const PAGE_LENGTH = 500;

/** Finds the payments that have the same deposit address. */
export interface AddressBook {
  /** The references of all payments with an address that were open when they were first read. */
  readonly sharing: (address: string) => Promise<readonly string[]>;
}

/**
 * Reads each open payment once, so that a store needs no index of addresses. A payment stays in the book after its end: its
 * money is on the address, too.
 *
 * @param forgetAfter how long a payment is kept, in milliseconds
 */
export function createAddressBook(
  open: OpenPayments,
  readAddress: (paymentRef: string) => Promise<string | undefined>,
  { now, forgetAfter }: { readonly now: () => number; readonly forgetAfter: number },
): AddressBook {
  const byAddress = new Map<string, Map<string, number>>();
  /** Payments whose address was not known yet. */
  const unanswered = new Map<string, number>();
  let last: BookedPayment | undefined;
  let reading: Promise<void> | undefined;

  function write(address: string, paymentRef: string, created: number): void {
    const paymentRefs = byAddress.get(address) ?? new Map<string, number>();
    byAddress.set(address, paymentRefs.set(paymentRef, created));
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
    for (const [paymentRef, created] of unanswered) {
      const address = await readAddress(paymentRef);
      if (address === undefined) continue;
      unanswered.delete(paymentRef);
      write(address, paymentRef, created);
    }
    for (let page: readonly BookedPayment[] = []; ;) {
      page = await open(last, PAGE_LENGTH);
      for (const { paymentRef, created, address } of page)
        if (address === undefined) unanswered.set(paymentRef, created);
        else write(address, paymentRef, created);
      last = page.at(-1) ?? last;
      if (page.length < PAGE_LENGTH) break;
    }
    forget();
  }

  return {
    async sharing(address) {
      reading ??= update().finally(() => {
        reading = undefined;
      });
      await reading;
      return [...(byAddress.get(address)?.keys() ?? [])];
    },
  };
}
