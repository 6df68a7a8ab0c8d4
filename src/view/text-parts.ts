/** A part of a text, with what stands for it where it is not seen. */
export interface TextPart {
  readonly text: string;
  readonly mark?: string;
}

/** Spaces at the edges; controls; what turns the text beside it; letters and spaces that look like nothing or like others. */
const UNSEEN = /^ +| +$|[^\S ]|[\p{Cc}\p{Bidi_Control}\u00ad\u115f\u1160\u200b\u2060-\u2064\u3164\ufeff]/gu;

const MARKS: Readonly<Record<string, string>> = { ' ': '␣', '\t': '⇥', '\n': '↵' };

const codePoint = (character: string) => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;

const markOf = (unseen: string) => Array.from(unseen, (each) => MARKS[each] ?? codePoint(each)).join('');

/**
 * The parts of a text that is to be sent byte for byte, with marks for all that a payer cannot see. The parts together are
 * the text. Joiners stay in their words: scripts and emoji need them.
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
