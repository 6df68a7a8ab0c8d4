import type { WalletMessages } from '../wallet-messages.ts';

/** Norwegian Bokmål. */
export const messages: WalletMessages = {
  payHere: 'Betal fra en lommebok i denne nettleseren',
  openApp: 'Åpne i lommebokappen min',
  answerWallet: 'Svar på forespørselen i lommeboken din.',
  fromAccount: 'Fra konto',
  sendAmount: 'Send {amount}',
  walletSent: 'Lommeboken din har sendt beløpet. Siden venter til butikken har sett betalingen.',
  transaction: 'Transaksjon',
  refused: 'Du avslo forespørselen. Ingenting ble sendt.',
  wrongChain: 'Lommeboken er ikke på {network}. Bytt nettverk der og prøv igjen. Ingenting ble sendt.',
  unknownChain: 'Lommeboken kjenner ikke {network}. Legg til nettverket der og prøv igjen. Ingenting ble sendt.',
  requestOpen: 'En forespørsel er allerede åpen i lommeboken din. Svar på den der, og prøv igjen.',
  tooLittle: 'Det er ikke nok {coin} på denne kontoen. Ingenting ble sendt.',
  walletGone: 'Lommeboken svarer ikke lenger. Se der om noe ble sendt, før du betaler på en annen måte.',
  walletFailed: 'Lommeboken meldte om en feil. Se der om noe ble sendt, før du prøver igjen.',
};
