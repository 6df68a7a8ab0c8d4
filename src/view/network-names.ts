/** The standard of a network, with the parentheses around it: `(ERC-20)`. */
const STANDARD = /([(（]?\b[A-Z]{3}-\d+\b[)）]?)/;

/**
 * Splits a text at the standards of networks: the parts with an odd index are standards. No line may end inside one: a payer
 * who reads `(ERC-` and `20)` in two lines, in another order where it is written from right to left, may send the
 * money on another network.
 */
export const splitStandards = (text: string): readonly string[] => text.split(STANDARD);
