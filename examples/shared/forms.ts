import { FORM_MAX } from './shop.ts';
import type { Form, Header } from './types.ts';

/**
 * Reads a form of this shop. Returns its `fields`, or the `status` of the refusal: 415 for another kind of body, 413 for one
 * that is too long.
 *
 * @param request - a web-standard `Request`
 */
export const readForm = ({ headers, body }: Request): Promise<Form> =>
  // Without `preventCancel`, some servers close the connection before the response is sent.
  readFields(headers.get('content-type'), body?.values({ preventCancel: true }) ?? []);

/**
 * The same for other requests.
 *
 * @param type - the header `Content-Type`
 * @param body - the bytes of the body, in parts. After a refusal the rest is not read
 */
export async function readFields(type: Header, body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Form> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type ?? '')) return { status: 415 };
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for await (const bytes of body) {
    length += bytes.length;
    if (length > FORM_MAX) return { status: 413 };
    text += decoder.decode(bytes, { stream: true });
  }
  return { fields: Object.fromEntries(new URLSearchParams(text + decoder.decode())) };
}
