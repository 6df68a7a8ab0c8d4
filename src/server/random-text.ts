import { toBase64Url } from './base64url.ts';

/** 128 bits: they cannot be guessed, and collisions are not a practical concern. 22 characters of base64url. */
const RANDOM_BYTES = 16;
const RANDOM_TEXT = /^[A-Za-z0-9_-]{22}$/;

/** 128 random bits as text: a payment's `paymentRef` or `token`. */
export const randomText = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));

/** True when a text has the form of `randomText()`. It is checked before the store is read. */
export const isRandomText = (text: string): boolean => RANDOM_TEXT.test(text);
