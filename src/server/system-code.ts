/** The code of a system error, such as `ECONNREFUSED`: `fetch` puts it into the cause of its error. It names no host. */
export function systemCodeOf(error: unknown): string | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as { readonly code?: unknown };
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(code)) return code;
  }
  return undefined;
}

/** Whether a TLS handshake failed because the server speaks no TLS, as at an http port. */
export const isWithoutTls = (error: unknown): boolean =>
  error instanceof Error && (error.message.includes('wrong version number') || isWithoutTls(error.cause));

/** The reason of such a failure. */
export const NO_TLS = 'the server speaks no TLS: is it http?';
