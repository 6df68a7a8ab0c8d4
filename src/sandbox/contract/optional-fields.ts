import type { ContractGaps } from './contract-gaps.ts';

/** The fields of a creation's answer that are not needed to pay. */
const SPARE: readonly string[] = ['qrCodeBase64', 'hostedUrl', 'splitPayoutAddresses', 'payoutEmail', 'payoutAddress'];

/** Payment data as the switch `optionalFields` wants it: whole, or with its spare fields null or left out. */
export function withOptionalFields(data: object, { optionalFields }: ContractGaps): object {
  if (optionalFields === 'shown') return data;
  const entries = Object.entries(data).flatMap(([name, value]) =>
    SPARE.includes(name) ? (optionalFields === 'null' ? [[name, null]] : []) : [[name, value]],
  );
  return Object.fromEntries(entries) as object;
}
