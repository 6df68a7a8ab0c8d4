import type { WalletMessages } from '../wallet-messages.ts';

/** Korean. */
export const messages: WalletMessages = {
  payHere: '이 브라우저의 지갑으로 결제',
  openApp: '내 지갑 앱에서 열기',
  answerWallet: '지갑에서 요청에 응답해 주세요.',
  fromAccount: '보내는 계정',
  sendAmount: '{amount} 보내기',
  walletSent: '지갑에서 보냈습니다. 상점이 결제를 확인할 때까지 이 페이지에서 기다립니다.',
  transaction: '트랜잭션',
  refused: '요청을 거절하셨습니다. 아무것도 보내지 않았습니다.',
  wrongChain:
    '지갑이 {network}에 있지 않습니다. 지갑에서 네트워크를 바꾸고 다시 시도해 주세요. 아무것도 보내지 않았습니다.',
  unknownChain: '지갑에 {network}이(가) 없습니다. 지갑에서 추가하고 다시 시도해 주세요. 아무것도 보내지 않았습니다.',
  requestOpen: '지갑에 이미 열린 요청이 있습니다. 먼저 응답한 뒤 다시 시도해 주세요.',
  tooLittle: '이 계정에 {coin}이(가) 부족합니다. 아무것도 보내지 않았습니다.',
  walletGone: '지갑이 더 이상 응답하지 않습니다. 다른 방법으로 결제하기 전에 보낸 것이 있는지 지갑에서 확인해 주세요.',
  walletFailed: '지갑에서 오류가 발생했습니다. 다시 시도하기 전에 보낸 것이 있는지 지갑에서 확인해 주세요.',
};
