import { UsageError, type Given } from './command.ts';
import { didYouMean } from './suggest.ts';

/** The payment servers that a shop can use. */
export const PROVIDERS = { service: 'the payment service', btcpay: 'BTCPay Server' } as const;

export type ProviderName = keyof typeof PROVIDERS;

/** The option `--provider`; by default the payment service. @throws UsageError when there is no such provider */
export function readProviderName({ text }: Given): ProviderName {
  const name = text('provider') ?? 'service';
  if (Object.hasOwn(PROVIDERS, name)) return name as ProviderName;
  const names = Object.keys(PROVIDERS);
  throw new UsageError(`There is no provider '${name}'.${didYouMean(name, names)} Use one of ${names.join(', ')}.`);
}
