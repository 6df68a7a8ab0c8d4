import type { H3Event } from 'h3';
import { readFields } from '../shop/forms.ts';

/** Returns the fields of a form. @throws an error with the status of the refusal */
export async function readForm(event: H3Event) {
  // Without `destroyOnReturn: false`, Node closes the connection before the response is sent.
  const body = event.node.req.iterator({ destroyOnReturn: false });
  const { fields, status } = await readFields(getRequestHeader(event, 'content-type'), body);
  if (!fields) throw createError({ statusCode: status });
  return fields;
}
