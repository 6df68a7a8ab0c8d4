import type { SentMessages } from '../messages.ts';

/** Telugu, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'మీ చెల్లింపు కోసం చూస్తున్నాం',
  sentText: 'నెట్‌వర్క్‌లో కనిపించగానే ఇక్కడ చూపబడుతుంది. ఈ పేజీని మూసివేయవచ్చు: దుకాణానికి చెల్లింపు అందుతుంది.',
  sentCheck: 'మీ వాలెట్‌లో సరిచూడండి',
  sentAddress: 'చిరునామా చివర: {end}',
  sentBack: 'చెల్లింపును మళ్లీ చూపండి',
};
