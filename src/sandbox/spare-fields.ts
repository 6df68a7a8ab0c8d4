import type { NotShown } from './not-shown.ts';

/** What a creation answers that nobody needs in order to pay. */
const SPARE: readonly string[] = ['qrCodeBase64', 'hostedUrl', 'splitPayoutAddresses', 'payoutEmail', 'payoutAddress'];

/** Payment data as the switch `spareFields` wants it: whole, or with its spare fields null or left out. */
export function withSpareFields(data: object, { spareFields }: NotShown): object {
  if (spareFields === 'shown') return data;
  const entries = Object.entries(data).flatMap(([name, value]) =>
    SPARE.includes(name) ? (spareFields === 'null' ? [[name, null]] : []) : [[name, value]],
  );
  return Object.fromEntries(entries) as object;
}
