import type { SentMessages } from '../messages.ts';

/** Filipino, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Hinahanap namin ang inyong bayad',
  sentText:
    'Lalabas ito rito kapag nakita na ng network. Maaari ninyong isara ang page: matatanggap pa rin ito ng tindahan.',
  sentCheck: 'Tingnan sa inyong wallet',
  sentAddress: 'Nagtatapos ang address sa {end}',
  sentBack: 'Ipakita ulit ang bayad',
};
