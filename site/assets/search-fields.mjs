/** What builds the index and what reads it must agree on. */
export const SEARCH = {
  fields: ['title', 'heading', 'text'],
  storeFields: ['url', 'title', 'heading', 'text'],
};
