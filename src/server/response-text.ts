/**
 * Reads the body of a response as text.
 *
 * @param tooLong makes the error for a body of more bytes than the limit
 */
export async function responseText({ body }: Response, limit: number, tooLong: () => Error): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > limit) throw tooLong();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Whether the body of a response is a page for people, as that of a login or of another server. */
export const isHtml = (text: string): boolean => /^\s*<(!doctype|html)/i.test(text);
