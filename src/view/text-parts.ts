/** A part of a text, with a mark if the part is invisible. */
export interface TextPart {
  readonly text: string;
  readonly mark?: string;
}

/**
 * Spaces at the start and the end, other white space, control characters, direction controls, and letters that are
 * invisible or look like a space.
 */
const UNSEEN = /^ +| +$|[^\S ]|[\p{Cc}\p{Bidi_Control}\u00ad\u115f\u1160\u200b\u2060-\u2064\u3164\ufeff]/gu;

const MARKS: Readonly<Record<string, string>> = { ' ': '␣', '\t': '⇥', '\n': '↵' };

const codePoint = (character: string) => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;

const markOf = (unseen: string) => Array.from(unseen, (each) => MARKS[each] ?? codePoint(each)).join('');

/**
 * Splits a text that must be sent byte for byte into parts, with marks for all characters that a payer cannot see. The
 * parts joined are the text. Zero-width joiners get no mark, because scripts and emoji need them inside words.
 */
export function textParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: unseen, index } of text.matchAll(UNSEEN)) {
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: unseen, mark: markOf(unseen) });
    end = index + unseen.length;
  }
  return end < text.length ? [...parts, { text: text.slice(end) }] : parts;
}
