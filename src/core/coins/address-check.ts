/** The reason why a text is not an address of the coin. */
export type AddressFault =
  | 'empty'
  /**
   * The text has spaces, invisible characters, look-alike letters, or characters that are not in the coin's alphabet.
   */
  | 'charset'
  | 'length'
  | 'checksum'
  | 'mixed-case'
  /** An address of another coin or of a test network. */
  | 'wrong-network'
  /** A payment URI instead of an address. */
  | 'payment-uri'
  /** A form that no wallet can spend from yet, or to which the service may not pay out correctly. */
  | 'unsupported-form'
  /** Money sent to this address is lost: the zero address, a token's contract or a system program. */
  | 'not-a-recipient'
  | 'unknown-coin';

/** The form of a valid address: the kind of recipient that it pays to. */
export type AddressKind =
  'p2pkh' | 'p2sh' | 'p2sh32' | 'p2wpkh' | 'p2wsh' | 'p2tr' | 'p2pkh-legacy' | 'p2sh-legacy' | 'evm' | 'tron' | 'sol';

/** A reason to check a valid address a second time. */
export type AddressWarning =
  /** The same text is also a valid Bitcoin address. */
  | 'ambiguous-with-btc'
  /** The address is written in one letter case, so it has no checksum that would reveal a typing error. */
  | 'no-checksum'
  /**
   * No private key can exist for the address: it is an account of a program. This is right for a multisig vault and
   * wrong for a token account.
   */
  | 'off-curve';

/** An address that the coin can be sent to. */
interface ValidAddress {
  /** True: the text is an address of the coin. */
  readonly ok: true;
  /** The form, such as `p2wpkh` for an address that begins with `bc1q`. */
  readonly kind: AddressKind;
  /** One spelling per recipient. Compare this text; show the address as it was entered. */
  readonly canonical: string;
  /** Reasons to ask for the address a second time. Usually empty. */
  readonly warnings: readonly AddressWarning[];
}

/** The result of `checkAddress`: a valid address with its form and canonical spelling, or the fault. */
export type AddressCheck = ValidAddress | { readonly ok: false; readonly reason: AddressFault };
