/** Why a text is no address of the coin. */
export type AddressFault =
  | 'empty'
  /** Spaces, invisible characters, look-alike letters, or letters its alphabet does not have. */
  | 'charset'
  | 'length'
  | 'checksum'
  | 'mixed-case'
  /** Another coin's, or a test network's. */
  | 'wrong-network'
  /** A payment URI where an address is expected. */
  | 'payment-uri'
  /** A form that no wallet can own yet, or that the service cannot be trusted to pay out to. */
  | 'unsupported-form'
  /** Money sent there is gone: the zero address, a token's contract, a system program. */
  | 'not-a-recipient'
  | 'unknown-coin';

/** The form of a valid address, by what it pays to. */
export type AddressKind =
  'p2pkh' | 'p2sh' | 'p2sh32' | 'p2wpkh' | 'p2wsh' | 'p2tr' | 'p2pkh-legacy' | 'p2sh-legacy' | 'evm' | 'tron' | 'sol';

/** What is worth a second look in a valid address. */
export type AddressWarning =
  /** The same text is an address of Bitcoin too. */
  | 'ambiguous-with-btc'
  /** Written in one letter case, so a typing mistake would not show. */
  | 'no-checksum'
  /** No key can be behind it: a program's own account. Right for a multisig vault, wrong for a token account. */
  | 'off-curve';

interface ValidAddress {
  readonly ok: true;
  readonly kind: AddressKind;
  /** One spelling for one recipient: compare these, show what was given. */
  readonly canonical: string;
  readonly warnings: readonly AddressWarning[];
}

/** A valid address with its form and canonical spelling, or why it is none. */
export type AddressCheck = ValidAddress | { readonly ok: false; readonly reason: AddressFault };
