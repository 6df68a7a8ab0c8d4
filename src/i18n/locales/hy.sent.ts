import type { SentMessages } from '../messages.ts';

/** Armenian, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Փնտրում ենք ձեր վճարումը',
  sentText: 'Այն կերևա այստեղ, հենց որ ցանցը տեսնի։ Կարող եք փակել էջը․ խանութը միևնույն է կստանա այն։',
  sentCheck: 'Ստուգեք ձեր դրամապանակում',
  sentAddress: 'Հասցեի վերջը՝ {end}',
  sentBack: 'Կրկին ցույց տալ վճարումը',
};
