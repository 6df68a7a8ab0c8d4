import type { WalletMessages } from '../wallet-messages.ts';

/** Albanian. */
export const messages: WalletMessages = {
  payHere: 'Paguani nga një portofol në këtë shfletues',
  openApp: 'Hap në aplikacionin e portofolit tim',
  answerWallet: 'Përgjigjuni kërkesës në portofolin tuaj.',
  fromAccount: 'Nga llogaria',
  sendAmount: 'Dërgo {amount}',
  walletSent: 'Portofoli juaj e dërgoi. Kjo faqe pret derisa dyqani ta shohë pagesën.',
  transaction: 'Transaksioni',
  refused: 'E refuzuat kërkesën. Nuk u dërgua asgjë.',
  wrongChain: 'Portofoli nuk është në {network}. Ndryshojeni rrjetin atje dhe provoni përsëri. Nuk u dërgua asgjë.',
  unknownChain: 'Portofoli nuk e njeh {network}. Shtojeni atje dhe provoni përsëri. Nuk u dërgua asgjë.',
  requestOpen: 'Ka tashmë një kërkesë të hapur në portofolin tuaj. Përgjigjuni atje dhe provoni përsëri.',
  tooLittle: 'Kjo llogari nuk ka mjaftueshëm {coin}. Nuk u dërgua asgjë.',
  walletGone: 'Portofoli nuk përgjigjet më. Shihni atje nëse u dërgua diçka para se të paguani ndryshe.',
  walletFailed: 'Portofoli raportoi një gabim. Shihni atje nëse u dërgua diçka para se të provoni përsëri.',
};
