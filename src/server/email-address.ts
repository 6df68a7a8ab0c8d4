/** RFC 5321, 4.5.3.1: the longest address and the longest local part, in characters. */
const ADDRESS_MAX = 254;
const LOCAL_PART_MAX = 64;

/** A plain mailbox address: no quotes, no comments, no host name without a dot. */
const EMAIL =
  /^([^\s@<>()[\],;:"\\.\p{C}]+(?:\.[^\s@<>()[\],;:"\\.\p{C}]+)*)@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u;

/** Whether a text is the e-mail address of a wallet account. It catches typing errors: the service knows the accounts. */
export function isEmailAddress(text: unknown): text is string {
  if (typeof text !== 'string' || text.length > ADDRESS_MAX) return false;
  const [, local] = EMAIL.exec(text) ?? [];
  return local !== undefined && local.length <= LOCAL_PART_MAX;
}
