import type { WalletMessages } from '../wallet-messages.ts';

/** German. */
export const messages: WalletMessages = {
  payHere: 'Mit einer Wallet in diesem Browser bezahlen',
  openApp: 'In der App meiner Wallet öffnen',
  answerWallet: 'Beantworten Sie die Anfrage in Ihrer Wallet.',
  fromAccount: 'Vom Konto',
  sendAmount: '{amount} senden',
  walletSent: 'Ihre Wallet hat den Betrag gesendet. Diese Seite wartet, bis der Shop die Zahlung gesehen hat.',
  transaction: 'Transaktion',
  refused: 'Sie haben die Anfrage abgelehnt. Es wurde nichts gesendet.',
  wrongChain:
    'Die Wallet ist nicht auf {network}. Wechseln Sie dort das Netzwerk und versuchen Sie es noch einmal. Es wurde nichts gesendet.',
  unknownChain:
    'Die Wallet kennt {network} nicht. Fügen Sie das Netzwerk dort hinzu und versuchen Sie es noch einmal. Es wurde nichts gesendet.',
  requestOpen:
    'In Ihrer Wallet ist schon eine Anfrage offen. Beantworten Sie sie dort und versuchen Sie es dann noch einmal.',
  tooLittle: 'Auf diesem Konto ist nicht genug {coin}. Es wurde nichts gesendet.',
  walletGone:
    'Die Wallet antwortet nicht mehr. Sehen Sie dort nach, ob etwas gesendet wurde, bevor Sie anders bezahlen.',
  walletFailed:
    'Die Wallet meldet einen Fehler. Sehen Sie dort nach, ob etwas gesendet wurde, bevor Sie es noch einmal versuchen.',
};
