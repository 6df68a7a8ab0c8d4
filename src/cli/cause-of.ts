/** The reasons of failed connections by Node's error code, with a recommended check. */
const CAUSES: Readonly<Record<string, readonly [message: string, fix: string]>> = {
  ECONNREFUSED: ['nothing listens there', 'Is it running, and is the port right?'],
  ECONNRESET: ['the connection was closed', 'A proxy or a firewall may have closed it.'],
  ENOTFOUND: ['the host does not exist', 'Is the name correct, and does DNS work on this machine?'],
  EAI_AGAIN: ['the DNS lookup of its name failed', 'Does DNS work on this machine?'],
  EHOSTUNREACH: ['there is no route to that host', 'Is it in a network that this machine can reach?'],
  ENETUNREACH: ['there is no route to that network', 'Is this machine online?'],
  CERT_HAS_EXPIRED: ['its certificate has expired', 'Renew the certificate.'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['its certificate is for another name', 'Is the host name the one of the certificate?'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['its certificate is self-signed', 'Use a certificate from a trusted authority.'],
  SELF_SIGNED_CERT_IN_CHAIN: [
    'its certificate chain ends in a self-signed certificate',
    'Use a certificate from a trusted authority.',
  ],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['an intermediate certificate is missing', 'Serve the complete certificate chain.'],
  ERR_SSL_WRONG_VERSION_NUMBER: ['it does not use TLS on that port', 'Are https and the port correct?'],
};

/** Returns the reason for the first known code in an error and its causes. */
export function causeOf(error: unknown): { readonly message: string; readonly fix: string } | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const code = (cause as { code?: unknown }).code;
    const found = typeof code === 'string' && Object.hasOwn(CAUSES, code) ? CAUSES[code] : undefined;
    if (found) return { message: found[0], fix: found[1] };
    if (cause.name === 'TimeoutError')
      return { message: 'no response arrived in time', fix: 'Is it overloaded, or behind a firewall?' };
  }
  return undefined;
}
