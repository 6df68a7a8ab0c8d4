import type { WalletMessages } from '../wallet-messages.ts';

/** Italian. */
export const messages: WalletMessages = {
  payHere: 'Pagare da un wallet in questo browser',
  openApp: 'Apri nell’app del mio wallet',
  answerWallet: 'Risponda alla richiesta nel Suo wallet.',
  fromAccount: 'Dal conto',
  sendAmount: 'Invia {amount}',
  walletSent: 'Il Suo wallet ha inviato. Questa pagina attende che il negozio veda il pagamento.',
  transaction: 'Transazione',
  refused: 'Ha rifiutato la richiesta. Non è stato inviato nulla.',
  wrongChain: 'Il wallet non è su {network}. Cambi rete lì e riprovi. Non è stato inviato nulla.',
  unknownChain: 'Il wallet non conosce {network}. Aggiunga la rete lì e riprovi. Non è stato inviato nulla.',
  requestOpen: 'Nel Suo wallet c’è già una richiesta aperta. Risponda lì, poi riprovi.',
  tooLittle: 'Questo conto non ha abbastanza {coin}. Non è stato inviato nulla.',
  walletGone: 'Il wallet non risponde più. Verifichi lì se è stato inviato qualcosa prima di pagare in altro modo.',
  walletFailed: 'Il wallet ha segnalato un errore. Verifichi lì se è stato inviato qualcosa prima di riprovare.',
};
