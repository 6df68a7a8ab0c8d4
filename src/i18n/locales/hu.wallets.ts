import type { WalletMessages } from '../wallet-messages.ts';

/** Hungarian. */
export const messages: WalletMessages = {
  payHere: 'Fizetés a böngészőben lévő tárcából',
  openApp: 'Megnyitás a tárcám alkalmazásában',
  answerWallet: 'Válaszoljon a kérésre a tárcájában.',
  fromAccount: 'Erről a számláról',
  sendAmount: '{amount} küldése',
  walletSent: 'A tárcája elküldte. Ez az oldal addig vár, amíg az üzlet meg nem látja a fizetést.',
  transaction: 'Tranzakció',
  refused: 'Elutasította a kérést. Semmi nem lett elküldve.',
  wrongChain:
    'A tárca nem a(z) {network} hálózaton van. Váltson ott hálózatot, és próbálja újra. Semmi nem lett elküldve.',
  unknownChain:
    'A tárca nem ismeri ezt a hálózatot: {network}. Adja hozzá ott, és próbálja újra. Semmi nem lett elküldve.',
  requestOpen: 'A tárcájában már van egy nyitott kérés. Válaszoljon rá ott, majd próbálja újra.',
  tooLittle: 'Ezen a számlán nincs elég {coin}. Semmi nem lett elküldve.',
  walletGone: 'A tárca már nem válaszol. Nézze meg benne, hogy elküldött-e valamit, mielőtt másképp fizet.',
  walletFailed: 'A tárca hibát jelzett. Nézze meg benne, hogy elküldött-e valamit, mielőtt újra próbálja.',
};
