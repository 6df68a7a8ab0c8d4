/** The result of one check of the doctor. */
export interface Finding {
  /** A stable name, for programs. */
  readonly name: 'configuration' | 'service' | 'keys' | 'account' | 'usage' | 'store' | 'statuses' | 'webhooks';
  readonly state: 'ok' | 'warning' | 'problem' | 'skipped';
  /** The result, in plain words. */
  readonly says: string;
  /** The recommended action. */
  readonly fix?: string;
  /** The result for programs: names, counts and times, never a key. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** The reasons of failed connections by Node's error code, with a recommended check. */
const CAUSES: Readonly<Record<string, readonly [says: string, fix: string]>> = {
  ECONNREFUSED: ['nothing listens there', 'Is it running, and is the port right?'],
  ECONNRESET: ['the connection was cut', 'Something on the way, a proxy or a firewall, may have cut it.'],
  ENOTFOUND: ['there is no such host', 'Is the name right, and does this machine have a working DNS?'],
  EAI_AGAIN: ['the name could not be looked up', 'Does this machine have a working DNS?'],
  EHOSTUNREACH: ['there is no way to that host', 'Is it in a network that this machine can reach?'],
  ENETUNREACH: ['there is no way to that network', 'Is this machine online?'],
  CERT_HAS_EXPIRED: ['its certificate has expired', 'Renew the certificate.'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['its certificate is for another name', 'Is the host name the one of the certificate?'],
  DEPTH_ZERO_SELF_SIGNED_CERT: [
    'its certificate is signed by itself',
    'Others do not trust it: use one that is signed.',
  ],
  SELF_SIGNED_CERT_IN_CHAIN: ['its certificate ends in one signed by itself', 'Use a certificate that others trust.'],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
    'its certificate lacks the chain above it',
    'Serve the whole chain of certificates.',
  ],
  ERR_SSL_WRONG_VERSION_NUMBER: ['it does not speak TLS there', 'http and https, or the ports, may be mixed up.'],
};

/** Returns the reason for the first known code in an error and its causes. */
export function causeOf(error: unknown): { readonly says: string; readonly fix: string } | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const code = (cause as { code?: unknown }).code;
    const found = typeof code === 'string' && Object.hasOwn(CAUSES, code) ? CAUSES[code] : undefined;
    if (found) return { says: found[0], fix: found[1] };
    if (cause.name === 'TimeoutError')
      return { says: 'no answer came in time', fix: 'Is it overloaded, or behind a firewall?' };
  }
  return undefined;
}
