import { asSentence } from '../../server/as-sentence.ts';
import type { PaymentProvider } from '../../server/providers/provider.ts';
import { printable } from '../text.ts';
import type { Finding } from './finding.ts';

/** The time limits of one request and of the whole check, in milliseconds. */
const TIMEOUT_MS = 10_000;
const TOTAL_MS = 30_000;

/** Checks the provider of the settings, as far as it can check itself. */
export async function checkProvider(provider: PaymentProvider, publicUrl: string | undefined): Promise<Finding[]> {
  const name = 'provider';
  if (provider.check === undefined)
    return [{ name, state: 'skipped', message: `The provider ${provider.name} cannot be checked: it has no check().` }];
  try {
    const found = await provider.check({ publicUrl, timeout: TIMEOUT_MS, signal: AbortSignal.timeout(TOTAL_MS) });
    return found.map(({ check, state, message, fix }) => ({
      name,
      state,
      message: printableLines(message),
      ...(fix !== undefined && { fix: printableLines(fix) }),
      facts: { provider: provider.name, check },
    }));
  } catch (error) {
    const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown };
    // Another error than that of a provider may contain anything, also a key.
    const reason =
      error instanceof Error && error.name === 'ProviderError' ? printableLines(String(message)) : undefined;
    return [
      {
        name,
        state: 'problem',
        message: asSentence(reason ?? 'check() threw an error that is no ProviderError'),
        facts: { code },
      },
    ];
  }
}

/** The texts of a server, line by line: they may be in a message. */
const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');
