/**
 * Who reported something about a payment.
 *
 * `creation`: the response to the creation. `webhook`: a webhook of the provider. `provider`: the provider was asked.
 * `chain`: the public chain of the deposit address.
 */
export type ReportSource = 'creation' | 'webhook' | 'provider' | 'chain';

/** The report sources, in the order of `ReportSource`. */
export const reportSources: readonly ReportSource[] = ['creation', 'webhook', 'provider', 'chain'];
