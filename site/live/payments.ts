import type { Phase } from '../../src/core/payments/phases.ts';
import { crypto, inPhase, localcode, wallet } from '../../test/support/payments.ts';

const MADE = { 'pay-crypto': crypto, 'pay-wallet': wallet, 'pay-localcode': localcode };

/** The tags that show one payment. */
export type PaymentTag = keyof typeof MADE;

/** A payment of a sandbox, so that nobody pays for a page that they only read. */
export function examplePayment(tag: PaymentTag, phase: Phase): Readonly<Record<string, unknown>> {
  const { qrCodeBase64: _, ...payment } = MADE[tag]({ test: true, ...inPhase(phase) }) as Record<string, unknown>;
  return payment;
}

/** The tag as a page writes it. */
export function sourceOf(tag: PaymentTag, phase: Phase, lang: string): string {
  const json = JSON.stringify(examplePayment(tag, phase), null, 2).replaceAll('\n', '\n    ');
  return `<${tag}${lang && ` lang="${lang}"`}\n  payment='${json.replace(/ {4}\}$/, '  }')}'\n></${tag}>`;
}
