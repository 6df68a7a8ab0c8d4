/** Finds the token of a payment by its hash, among those that are watched. */
export interface TokenIndex {
  /** Adds a token. It is found as soon as its hash is computed. */
  add(token: string): void;
  remove(token: string): void;
  /** Resolves with the token of a hash, also when it was added just before. */
  find(hash: string): Promise<string | undefined>;
}

/** SHA-256, hexadecimal, as PostgreSQL computes it. */
async function hashOf(token: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Creates an empty index. The runtime computes hashes asynchronously only. */
export function createTokenIndex(): TokenIndex {
  const hashes = new Map<string, Promise<string>>();
  const tokens = new Map<string, string>();
  /** The tokens whose hashes are being computed. */
  const pending = new Set<Promise<void>>();
  return {
    add(token) {
      if (hashes.has(token)) return;
      const hash = hashOf(token);
      hashes.set(token, hash);
      const indexed = hash.then((text) => {
        if (hashes.get(token) === hash) tokens.set(text, token);
        pending.delete(indexed);
      });
      pending.add(indexed);
    },
    remove(token) {
      const hash = hashes.get(token);
      hashes.delete(token);
      void hash?.then((text) => !hashes.has(token) && tokens.delete(text));
    },
    async find(hash) {
      if (!tokens.has(hash)) await Promise.all(pending);
      return tokens.get(hash);
    },
  };
}
