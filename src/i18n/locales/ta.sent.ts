import type { SentMessages } from '../messages.ts';

/** Tamil, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'உங்கள் பேமெண்டைத் தேடுகிறோம்',
  sentText: 'நெட்வொர்க்கில் தெரிந்ததும் இங்கே தோன்றும். பக்கத்தை மூடலாம்: கடைக்குப் பேமெண்ட் கிடைக்கும்.',
  sentCheck: 'உங்கள் வாலட்டில் சரிபார்க்கவும்',
  sentAddress: 'முகவரியின் முடிவு: {end}',
  sentBack: 'பேமெண்டை மீண்டும் காட்டு',
};
