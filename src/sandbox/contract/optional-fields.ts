import type { ContractGaps } from './contract-gaps.ts';

/** The fields of a creation's response that are not needed to pay. */
const SPARE: readonly string[] = ['qrCodeBase64', 'hostedUrl', 'splitPayoutAddresses', 'payoutEmail', 'payoutAddress'];

/** Applies the setting `optionalFields` to payment data: the optional fields are present, null or omitted. */
export function withOptionalFields(data: object, { optionalFields }: ContractGaps): object {
  if (optionalFields === 'shown') return data;
  const entries = Object.entries(data).flatMap(([name, value]) =>
    SPARE.includes(name) ? (optionalFields === 'null' ? [[name, null]] : []) : [[name, value]],
  );
  return Object.fromEntries(entries) as object;
}
