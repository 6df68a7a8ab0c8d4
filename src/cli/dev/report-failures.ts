import type { WebhookSender } from '../../sandbox/webhooks/sender.ts';
import type { ProviderName } from '../provider-name.ts';
import { printable } from '../text.ts';

/** What helps after a refused webhook. */
interface Advice {
  /** How the shop learns about the payment after it is mended. */
  readonly again: string;
  /** After 404. */
  readonly unknown: string;
}

const ADVICE: Readonly<Record<ProviderName, Advice>> = {
  service: {
    again: "The sandbox's panel can send the webhook again.",
    unknown:
      'Is the checkout mounted at the path of PAY_URL? An address that was signed with another PAY_SECRET is unknown too.',
  },
  btcpay: {
    again: 'The shop reads the invoice again within some minutes.',
    unknown: 'Is the checkout mounted at the path of PAY_URL, and does the shop have this BTCPAY_WEBHOOK_SECRET?',
  },
};

/**
 * Returns a sender that also prints each webhook that was not accepted, and what to do.
 *
 * @param payUrl - the present address of the checkout, where it is known
 * @param hasPayments - whether this run has created a payment; before, the webhooks of an earlier run are sent to a shop that
 *   may not listen yet
 */
export function reportFailures(
  send: WebhookSender,
  print: (text: string) => void,
  provider: ProviderName,
  payUrl?: string,
  hasPayments = () => true,
): WebhookSender {
  const report = (method: string, url: string, result: string, advice: string) => {
    const isOld = payUrl !== undefined && !url.startsWith(`${payUrl.replace(/\/+$/, '')}/`);
    const text = isOld
      ? `Its payment was created with another publicUrl than PAY_URL (${payUrl}): compare both, and create a new payment.`
      : advice;
    print(`\nA webhook failed: ${method} ${withoutSecret(url)}: ${printable(result)}\n  ${text}\n`);
  };
  return async (url, body, details) => {
    try {
      const response = await send(url, body, details);
      const { status } = response;
      if (status < 200 || status > 299)
        report(details.method, url, String(status), adviceFor(status, ADVICE[provider]));
      return response;
    } catch (error) {
      const reason = reasonOf(error);
      if (hasPayments() || !reason.includes('ECONNREFUSED'))
        report(details.method, url, reason, adviceFor(undefined, ADVICE[provider]));
      throw error;
    }
  };
}

/** The address up to the reference of the payment, whose signature is a secret. */
function withoutSecret(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/(\/webhook\/).*$/, '$1…')}`;
}

function adviceFor(status: number | undefined, { again, unknown }: Advice): string {
  switch (status) {
    case undefined:
      return 'Does the shop listen at the host and port of PAY_URL? PORT and PAY_URL in .env must agree.';
    case 301:
    case 302:
    case 303:
    case 307:
    case 308:
      return 'Something before the checkout redirects, such as a login: exempt the path of the webhooks from it.';
    case 403:
      return 'Something before the checkout refuses it, such as the check of a framework for forms of other sites: see docs/backend.md.';
    case 404:
      return unknown;
    case 405:
      return "The checkout needs POST and PUT below PAY_URL's path.";
    default:
      return status >= 500
        ? `The shop failed: its output says why. ${again}`
        : `The shop refused it: its output says why. ${again}`;
  }
}

/** The reason why there was no response. The message of `fetch` is short; the reason is in `cause`. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  const { message: deeper, code } = Object(cause) as { message?: string; code?: string };
  return deeper || code || message;
}
