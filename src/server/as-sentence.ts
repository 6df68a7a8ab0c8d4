/** The message of an error as a sentence: with a full stop, unless it ends in one or in a question mark. */
export const asSentence = (message: string): string => (/[.?!]$/.test(message) ? message : `${message}.`);
