import type { WalletMessages } from '../wallet-messages.ts';

/** Dutch. */
export const messages: WalletMessages = {
  payHere: 'Betalen vanuit een wallet in deze browser',
  openApp: 'Openen in de app van mijn wallet',
  answerWallet: 'Beantwoord het verzoek in uw wallet.',
  fromAccount: 'Van rekening',
  sendAmount: '{amount} versturen',
  walletSent: 'Uw wallet heeft het verstuurd. Deze pagina wacht tot de winkel de betaling heeft gezien.',
  transaction: 'Transactie',
  refused: 'U hebt het verzoek geweigerd. Er is niets verstuurd.',
  wrongChain:
    'De wallet staat niet op {network}. Wissel daar van netwerk en probeer het opnieuw. Er is niets verstuurd.',
  unknownChain:
    'De wallet kent {network} niet. Voeg het netwerk daar toe en probeer het opnieuw. Er is niets verstuurd.',
  requestOpen: 'Er staat al een verzoek open in uw wallet. Beantwoord het daar en probeer het opnieuw.',
  tooLittle: 'Op deze rekening staat niet genoeg {coin}. Er is niets verstuurd.',
  walletGone: 'De wallet antwoordt niet meer. Kijk daar of er iets is verstuurd voordat u anders betaalt.',
  walletFailed: 'De wallet meldde een fout. Kijk daar of er iets is verstuurd voordat u het opnieuw probeert.',
};
