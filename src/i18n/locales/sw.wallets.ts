import type { WalletMessages } from '../wallet-messages.ts';

/** Swahili. */
export const messages: WalletMessages = {
  payHere: 'Lipa kutoka pochi iliyo kwenye kivinjari hiki',
  openApp: 'Fungua katika programu ya pochi yangu',
  answerWallet: 'Jibu ombi katika pochi yako.',
  fromAccount: 'Kutoka akaunti',
  sendAmount: 'Tuma {amount}',
  walletSent: 'Pochi yako imetuma. Ukurasa huu unasubiri hadi duka lione malipo.',
  transaction: 'Muamala',
  refused: 'Umekataa ombi. Hakuna kilichotumwa.',
  wrongChain: 'Pochi haiko kwenye {network}. Badilisha mtandao humo kisha ujaribu tena. Hakuna kilichotumwa.',
  unknownChain: 'Pochi haiijui {network}. Iongeze humo kisha ujaribu tena. Hakuna kilichotumwa.',
  requestOpen: 'Tayari kuna ombi lililo wazi katika pochi yako. Lijibu humo, kisha ujaribu tena.',
  tooLittle: 'Akaunti hii haina {coin} ya kutosha. Hakuna kilichotumwa.',
  walletGone: 'Pochi haijibu tena. Angalia humo ikiwa kuna kilichotumwa kabla ya kulipa kwa njia nyingine.',
  walletFailed: 'Pochi imeripoti hitilafu. Angalia humo ikiwa kuna kilichotumwa kabla ya kujaribu tena.',
};
