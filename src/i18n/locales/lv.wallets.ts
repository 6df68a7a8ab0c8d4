import type { WalletMessages } from '../wallet-messages.ts';

/** Latvian. */
export const messages: WalletMessages = {
  payHere: 'Maksāt no maka šajā pārlūkā',
  openApp: 'Atvērt mana maka lietotnē',
  answerWallet: 'Atbildiet uz pieprasījumu savā makā.',
  fromAccount: 'No konta',
  sendAmount: 'Sūtīt {amount}',
  walletSent: 'Jūsu maks to ir nosūtījis. Šī lapa gaida, līdz veikals ieraudzīs maksājumu.',
  transaction: 'Transakcija',
  refused: 'Jūs noraidījāt pieprasījumu. Nekas nav nosūtīts.',
  wrongChain: 'Maks nav tīklā {network}. Pārslēdziet to tur un mēģiniet vēlreiz. Nekas nav nosūtīts.',
  unknownChain: 'Maks nepazīst tīklu {network}. Pievienojiet to tur un mēģiniet vēlreiz. Nekas nav nosūtīts.',
  requestOpen: 'Jūsu makā jau ir atvērts pieprasījums. Atbildiet uz to tur un mēģiniet vēlreiz.',
  tooLittle: 'Šajā kontā nepietiek {coin}. Nekas nav nosūtīts.',
  walletGone: 'Maks vairs neatbild. Pirms maksājat citādi, pārbaudiet tur, vai kaut kas ir nosūtīts.',
  walletFailed: 'Maks ziņoja par kļūdu. Pirms mēģināt vēlreiz, pārbaudiet tur, vai kaut kas ir nosūtīts.',
};
