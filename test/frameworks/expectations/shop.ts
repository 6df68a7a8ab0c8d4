/** Addresses of a shop that the server of these pages plays: they say themselves what is answered there. */

let count = 0;

/** One that never answers. */
export const held = () => `/held/${++count}`;

/** One that always answers the same. */
export const answering = (body: unknown, status = 200) =>
  `/answer/${status}/${encodeURIComponent(JSON.stringify(body))}/${++count}`;
