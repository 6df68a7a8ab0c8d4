import type { WalletMessages } from '../wallet-messages.ts';

/** Danish. */
export const messages: WalletMessages = {
  payHere: 'Betal fra en wallet i denne browser',
  openApp: 'Åbn i min wallets app',
  answerWallet: 'Svar på anmodningen i din wallet.',
  fromAccount: 'Fra konto',
  sendAmount: 'Send {amount}',
  walletSent: 'Din wallet har sendt beløbet. Siden venter, til butikken har set betalingen.',
  transaction: 'Transaktion',
  refused: 'Du afviste anmodningen. Intet blev sendt.',
  wrongChain: 'Din wallet er ikke på {network}. Skift netværk dér, og prøv igen. Intet blev sendt.',
  unknownChain: 'Din wallet kender ikke {network}. Tilføj netværket dér, og prøv igen. Intet blev sendt.',
  requestOpen: 'Der er allerede en åben anmodning i din wallet. Svar på den dér, og prøv igen.',
  tooLittle: 'Der er ikke nok {coin} på denne konto. Intet blev sendt.',
  walletGone: 'Din wallet svarer ikke længere. Se i den, om noget blev sendt, før du betaler på en anden måde.',
  walletFailed: 'Din wallet meldte en fejl. Se i den, om noget blev sendt, før du prøver igen.',
};
