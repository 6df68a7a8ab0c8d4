import type { WalletMessages } from '../wallet-messages.ts';

/** Swedish. */
export const messages: WalletMessages = {
  payHere: 'Betala från en plånbok i den här webbläsaren',
  openApp: 'Öppna i min plånboksapp',
  answerWallet: 'Svara på begäran i din plånbok.',
  fromAccount: 'Från konto',
  sendAmount: 'Skicka {amount}',
  walletSent: 'Din plånbok har skickat beloppet. Sidan väntar tills butiken har sett betalningen.',
  transaction: 'Transaktion',
  refused: 'Du avböjde begäran. Inget skickades.',
  wrongChain: 'Plånboken är inte på {network}. Byt nätverk där och försök igen. Inget skickades.',
  unknownChain: 'Plånboken känner inte till {network}. Lägg till nätverket där och försök igen. Inget skickades.',
  requestOpen: 'En begäran är redan öppen i din plånbok. Svara på den där och försök sedan igen.',
  tooLittle: 'Det finns inte tillräckligt med {coin} på kontot. Inget skickades.',
  walletGone: 'Plånboken svarar inte längre. Se där om något skickades innan du betalar på annat sätt.',
  walletFailed: 'Plånboken rapporterade ett fel. Se där om något skickades innan du försöker igen.',
};
