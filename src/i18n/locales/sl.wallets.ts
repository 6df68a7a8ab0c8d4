import type { WalletMessages } from '../wallet-messages.ts';

/** Slovenian. */
export const messages: WalletMessages = {
  payHere: 'Plačajte iz denarnice v tem brskalniku',
  openApp: 'Odpri v aplikaciji moje denarnice',
  answerWallet: 'Odgovorite na zahtevo v svoji denarnici.',
  fromAccount: 'Z računa',
  sendAmount: 'Pošlji {amount}',
  walletSent: 'Vaša denarnica je poslala znesek. Ta stran čaka, da trgovina vidi plačilo.',
  transaction: 'Transakcija',
  refused: 'Zahtevo ste zavrnili. Nič ni bilo poslano.',
  wrongChain: 'Denarnica ni v omrežju {network}. Preklopite jo tam in poskusite znova. Nič ni bilo poslano.',
  unknownChain: 'Denarnica ne pozna omrežja {network}. Dodajte ga tam in poskusite znova. Nič ni bilo poslano.',
  requestOpen: 'V vaši denarnici je že odprta zahteva. Odgovorite nanjo in poskusite znova.',
  tooLittle: 'Na tem računu ni dovolj {coin}. Nič ni bilo poslano.',
  walletGone: 'Denarnica ne odgovarja več. Preden plačate drugače, v njej preverite, ali je bilo kaj poslano.',
  walletFailed: 'Denarnica je javila napako. Preden poskusite znova, v njej preverite, ali je bilo kaj poslano.',
};
