import type { WalletMessages } from '../wallet-messages.ts';

/** Czech. */
export const messages: WalletMessages = {
  payHere: 'Zaplatit z peněženky v tomto prohlížeči',
  openApp: 'Otevřít v aplikaci mé peněženky',
  answerWallet: 'Odpovězte na žádost ve své peněžence.',
  fromAccount: 'Z účtu',
  sendAmount: 'Odeslat {amount}',
  walletSent: 'Vaše peněženka platbu odeslala. Tato stránka čeká, až ji obchod uvidí.',
  transaction: 'Transakce',
  refused: 'Žádost jste odmítli. Nic nebylo odesláno.',
  wrongChain: 'Peněženka není v síti {network}. Přepněte ji tam a zkuste to znovu. Nic nebylo odesláno.',
  unknownChain: 'Peněženka nezná síť {network}. Přidejte ji tam a zkuste to znovu. Nic nebylo odesláno.',
  requestOpen: 'V peněžence už je otevřená žádost. Odpovězte na ni a zkuste to znovu.',
  tooLittle: 'Na tomto účtu není dost {coin}. Nic nebylo odesláno.',
  walletGone: 'Peněženka už neodpovídá. Než zaplatíte jinak, ověřte v ní, zda nebylo něco odesláno.',
  walletFailed: 'Peněženka ohlásila chybu. Než to zkusíte znovu, ověřte v ní, zda nebylo něco odesláno.',
};
