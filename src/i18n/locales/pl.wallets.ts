import type { WalletMessages } from '../wallet-messages.ts';

/** Polish. */
export const messages: WalletMessages = {
  payHere: 'Zapłać z portfela w tej przeglądarce',
  openApp: 'Otwórz w aplikacji mojego portfela',
  answerWallet: 'Odpowiedz na prośbę w swoim portfelu.',
  fromAccount: 'Z konta',
  sendAmount: 'Wyślij {amount}',
  walletSent: 'Portfel wysłał płatność. Ta strona czeka, aż sklep ją zobaczy.',
  transaction: 'Transakcja',
  refused: 'Prośba została odrzucona. Nic nie wysłano.',
  wrongChain: 'Portfel nie jest w sieci {network}. Przełącz go tam i spróbuj ponownie. Nic nie wysłano.',
  unknownChain: 'Portfel nie zna sieci {network}. Dodaj ją tam i spróbuj ponownie. Nic nie wysłano.',
  requestOpen: 'W portfelu jest już otwarta prośba. Odpowiedz na nią tam i spróbuj ponownie.',
  tooLittle: 'Na tym koncie nie ma wystarczająco {coin}. Nic nie wysłano.',
  walletGone: 'Portfel już nie odpowiada. Zanim zapłacisz inaczej, sprawdź w nim, czy coś wysłano.',
  walletFailed: 'Portfel zgłosił błąd. Zanim spróbujesz ponownie, sprawdź w nim, czy coś wysłano.',
};
