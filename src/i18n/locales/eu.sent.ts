import type { SentMessages } from '../messages.ts';

/** Basque, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Zure ordainketa bilatzen ari gara',
  sentText: 'Hemen agertuko da sareak ikusi duenean. Orria itxi dezakezu: dendak jasoko du hala ere.',
  sentCheck: 'Egiaztatu zure diru-zorroan',
  sentAddress: 'Helbidearen amaiera: {end}',
  sentBack: 'Erakutsi ordainketa berriro',
};
