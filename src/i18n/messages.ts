/** The direction in which a language is written. */
export type Direction = 'ltr' | 'rtl';

/**
 * All messages, in English. `formatMessage` replaces `{name}`. A message is short, says what to do, and promises nothing
 * that the shop has not promised. It is one or more whole sentences, or a label: no sentence is put together from parts.
 *
 * For translators: the comment above a message says where it stands and shows a sample of what each placeholder holds. "At
 * most N characters" fit at a width of 360 px; a message without it may take several lines. A reader may lose money by a
 * wrong translation of a message with `@money`. After a change, run `npm run translations`: see docs/languages.md.
 */
export const en = {
  // The language

  /** The tag of this language, which is also the name of its file: `de`. It is not translated. */
  lang: 'en',
  /** The direction in which this language is written: `ltr` or `rtl`. It is not translated. */
  dir: 'ltr' as Direction,

  // The payment methods

  /** A payment method in the list of methods. At most 20 characters. */
  crypto: 'Cryptocurrency',
  /**
   * A payment method in that list: an account at a wallet service, not a coin wallet. Also the name of such a payment.
   * At most 25 characters.
   */
  wallet: 'Online wallet',
  /**
   * A payment method in that list: a code that a payment app or a shop sells. Also the name of such a payment. At most
   * 20 characters.
   */
  localcode: 'Payment code',

  // A payment that can be paid: its first view, and what all methods share

  /** A label above the amount in the coin. At most 30 characters. @money */
  sendExactly: 'Send exactly',
  /** Below an amount such as `1.234 USDT`, in languages that group thousands with a dot. @money */
  decimalPoint: 'The dot is the decimal point.',
  /** A label above the address. At most 25 characters. @money */
  toAddress: 'To this address',
  /** The name of a button with an icon. At most 20 characters. */
  copyAmount: 'Copy amount',
  /** The name of a button with an icon. At most 20 characters. */
  copyAddress: 'Copy address',
  /** A button that opens the wallet app of the device. At most 30 characters. */
  openWallet: 'Open in wallet',
  /** A link to the page of the payment service. At most 35 characters. */
  openPage: 'Payment service’s page',
  /** A button that opens the help. At most 25 characters. */
  help: 'Need help?',
  /** A label in front of the number of the payment, which the shop may ask for. At most 20 characters. */
  paymentNumber: 'Payment number',
  /** Across the QR code of a test payment. At most 10 characters. */
  test: 'Test',
  /** Marks a test payment. */
  testNote: 'This is a test payment.',
  /** The same while the payment can still be paid. @money */
  testNoMoney: 'This is a test payment. Don’t send real money.',
  /** The name of the picture of the QR code, for screen readers. At most 15 characters. */
  qr: 'QR code',
  /** A switch below the QR code. At most 20 characters. */
  qrWithAmount: 'With amount',
  /** The other position of that switch. At most 20 characters. */
  qrAddressOnly: 'Address only',
  /** Below the QR code when it has the address alone. @money */
  qrEnterAmount: 'Address only. Enter the amount yourself.',
  /** A button on phones, in place of the QR code. At most 25 characters. */
  qrShow: 'Show QR code',
  /** The same button when the code is shown. At most 20 characters. */
  qrHide: 'Hide QR code',
  /** One line below the address. `{ticker}`: `USDT`. `{network}`: `Ethereum (ERC-20)`. @money */
  networkShort: 'Only {ticker} on {network}',
  /** The first sentence of the details below it. `{ticker}`: `BTC`. `{network}`: `Bitcoin`. @money */
  network: 'Send only {ticker}, only on the {network} network.',
  /** The same for USDT. Names of networks are not translated. @money */
  networkUSDT: 'USDT on Ethereum (ERC-20) only, not on TRON (TRC-20), BNB Smart Chain (BEP-20) or Solana.',
  /** The same for BNB. @money */
  networkBNB: 'Send only BNB, only on BNB Smart Chain (BEP-20, chain ID 56), not on Ethereum.',
  /** The same for SOL. @money */
  networkSOL: 'Send only native SOL, only on Solana.',
  /** A sentence of these details. Wallets call the field memo, tag or destination tag. @money */
  noMemo: 'No memo or tag needed.',
  /** A sentence of these details. @money */
  exactNet:
    'The shop must receive exactly this amount. If your wallet or exchange takes its fee out of this amount, send that much more.',
  /** A sentence of these details. `{least}`: `0.0001 BTC`. @money */
  minimum: 'Payments below {least} can’t be confirmed.',
  /** The title of the status of a payment in a coin. At most 40 characters. */
  awaitingCrypto: 'Waiting for your payment',
  /** The text below it. `{time}`: `14:30`, or a date with a time. @money */
  sendBy: 'Send by {time}.',
  /** The same for the other methods. `{time}`: `14:30`, or a date with a time. @money */
  payBefore: 'Pay by {time}.',
  /**
   * The title of the status when money that the payer had sent was seen, and is no longer there: the network has replaced
   * the transfer. At most 40 characters. @money
   */
  moneyGone: 'The transfer is no longer there',
  /** The text below it. @money */
  moneyGoneText:
    'The network no longer has it, so nothing has arrived. Check your wallet: send again only if that transfer failed.',
  /** The text below the title of the status, when there is no deadline. */
  awaitingText: 'This page updates automatically.',
  /** Joins a label and its value: `Amount: 0.5 BTC`. `{label}`: `Amount`. `{value}`: `0.5 BTC`. */
  labelAndValue: '{label}: {value}',
  /** Announced while the payment loads. At most 30 characters. */
  loading: 'Loading the payment',
  /** The title of the status while the shop does not respond. At most 45 characters. */
  lost: 'Can’t reach the shop',
  /** The text below it. @money */
  lostText: 'This doesn’t affect a payment you’ve sent. This page keeps trying.',
  /** The button beside it. At most 25 characters. */
  tryNow: 'Try now',
  /** A button that opens the menu. At most 15 characters. */
  more: 'More',
  /** A button that opens the view of `sentTitle`. At most 30 characters. */
  sent: 'I have sent it',

  // A payment from an online wallet

  /** The button of the second step (`onlineWalletStepSend`). At most 35 characters. */
  onlineWalletGo: 'Open payment page',
  /** Below the note of the first step (`onlineWalletStepCopy`). @money */
  onlineWalletWarning: 'Paste it unchanged. Without it, the shop can’t match your payment.',
  /** The title of the status. At most 40 characters. */
  awaitingWallet: 'Waiting for your transfer',
  /** The title of the first step. The note is a text that identifies the payment. @money */
  onlineWalletStepCopy: 'Copy this note',
  /** The title of the second step. `{amount}`: the price, `19.99 USD`. @money */
  onlineWalletStepSend: 'On the payment page, send {amount} with the note',
  /** The same where there is no payment page. `{amount}`: the price, `19.99 USD`. @money */
  onlineWalletStepTransfer: 'From your online wallet, send {amount} with the note',
  /** The name of a button with an icon, beside the note. At most 25 characters. */
  copyNote: 'Copy note',

  // A payment with a local code

  /** The title of the card. At most 40 characters. */
  codeTitle: 'Enter your payment code',
  /** The text below it. */
  codeText: 'Enter your code on the payment page. This page updates automatically.',
  /** The same where the shop has put a field for the code into the card. */
  codeHere: 'Enter your code below. This page updates automatically.',
  /** The button that opens the payment page. At most 20 characters. */
  codeGo: 'Enter code',
  /** Below the QR code of that page. At most 45 characters. */
  codeScan: 'Scan to continue on your phone',
  /** The title of the status. At most 45 characters. */
  awaitingLocalcode: 'Waiting for your code',

  // A payment, or an order, that cannot be shown

  /** A title: the page names no payment. At most 40 characters. */
  noPayment: 'No payment to show',
  /** The text below it. */
  noPaymentText: 'Go back to the shop and choose how to pay.',
  /** A title: the data of the payment is invalid. At most 45 characters. */
  unreadable: 'This payment can’t be shown',
  /** The text below it. @money */
  unreadableText: 'Don’t send anything from here. Go back to the shop and try again.',
  /** A link or a button, below a title and a text. At most 30 characters. */
  contactShop: 'Contact the shop',
  /** A link or a button. At most 30 characters. */
  backToShop: 'Back to the shop',
  /** Joins a title and a text that are read aloud. `{title}`: `Copied`. `{text}`: `You can close this page.` */
  titleAndText: '{title}. {text}',
  /** A title: the order is cheaper than the smallest payment of the coin. At most 35 characters. */
  tooSmall: 'This amount is too small',

  // In place of a card whose code could not be loaded

  /** In place of the card, when its code could not be loaded. */
  loadFailed: 'This payment couldn’t be loaded.',
  /** The text after it. @money */
  loadFailedText: 'This doesn’t affect a payment you’ve sent. Check your connection and try again.',

  // A payment later on: outcomes, problems, help, the menu

  /** A label above the amount that is still missing. At most 25 characters. @money */
  sendRest: 'Send the rest',
  /** A label above the address when a part has arrived. At most 25 characters. @money */
  toSameAddress: 'To the same address',
  /** At a copy button for a moment after it was pressed. At most 20 characters. */
  copied: 'Copied',
  /** At that button after the address was copied. @money */
  compare: 'After pasting, check the start, middle and end of the address.',
  /** A label in front of the amount that was to be sent. At most 20 characters. */
  asked: 'Asked',
  /** A label in front of the amount that has arrived. At most 15 characters. */
  received: 'Received',
  /** A label in front of `2/6`. At most 20 characters. */
  confirmations: 'Confirmations',
  /** The name of a button with an icon. At most 30 characters. */
  qrEnlarge: 'Enlarge QR code',
  /** In place of the QR code. @money */
  qrFailed: 'The QR code couldn’t be drawn. Copy the address instead.',
  /** A title: the network knows the payment and has not confirmed it. At most 25 characters. */
  detected: 'Payment detected',
  /** The text below it. @money */
  detectedText: 'Waiting for the network to confirm it. There’s nothing more to do.',
  /** A title: the network is confirming the payment. At most 40 characters. */
  confirming: 'Confirming your payment',
  /** The text below it. @money */
  confirmingText: 'There’s nothing more to do.',
  /** The first sentence of that text when the whole amount is there. @money */
  allArrived: 'The whole amount has arrived.',
  /** That text when more has arrived. @money */
  overConfirmingText: 'More than the amount has arrived. The shop decides about the difference.',
  /** A sentence of that text. `{coin}`: `Bitcoin`. `{time}`: `10–60 minutes`. */
  usuallyConfirmed: '{coin} payments are usually confirmed within {time}.',
  /** The last sentence of that text. */
  canClose: 'You can close this page.',
  /** The title of a paid payment. At most 20 characters. */
  paid: 'Paid',
  /** A label in front of the number of the order. At most 15 characters. */
  order: 'Order',
  /** A label in front of the amount in the coin that was paid, not of a method. At most 20 characters. */
  paidWith: 'Paid with',
  /** A label in front of a date with a time. At most 20 characters. */
  paidAt: 'Paid at',
  /** The text below `paid`. */
  paidText: 'The shop has received your payment.',
  /** A title. `{status}`: a word of the payment service, `ON_HOLD`, not translated. */
  unknown: 'Status from the shop: {status}',
  /** Announced near the end. `{time}`: `2 minutes`. @money */
  timeLeft: 'Time left: {time}',
  /** At a copy button when the browser forbids copying: the text is selected. */
  copyByHand: 'Selected. Press Ctrl+C, or hold it and choose Copy.',
  /** Below a QR code that the payment service has drawn. @money */
  qrFromService: 'From the payment service. Compare the address after scanning.',
  /** In place of `networkShort`, for a coin that is not known. @money */
  networkUnknown: 'Unknown coin. Ask the shop for its network before you send.',
  /** In place of `codeText`, when there is no payment page. */
  codeNoPage: 'The payment waits for your code. Ask the shop where to enter it.',
  /** The text below `tooSmall` in place of a payment. `{expected}` and `{least}`: `0.0001 BTC`. @money */
  tooSmallText:
    '{expected} is less than the smallest payment that can be confirmed, {least}. Send nothing: go back and pay another way.',
  /** In the help. @money */
  helpWallet: 'On the payment page, send the amount and paste the note as it is: nothing before it, nothing after it.',
  /** In the help. */
  helpLocalcode: 'Your code comes from your mobile payment app or a voucher.',
  /** In the help. Payments with a coin cannot be called back. @money */
  helpCrypto:
    'Send the exact amount to the address, or scan the QR code with your wallet. Payments with a coin can’t be called back.',
  /** A title: a part has arrived. At most 25 characters. */
  underpaid: 'Partly paid',
  /** The text below it. `{received}` and `{expected}`: `0.0005 BTC`. @money */
  underpaidRest: '{received} of {expected} has arrived. Send the rest to the same address.',
  /** The same when the rest is too small to be sent. `{received}` and `{expected}`: `0.0005 BTC`. @money */
  underpaidSmall:
    '{received} of {expected} has arrived. The rest is too small to be confirmed: don’t send it. Contact the shop.',
  /** The same when the amounts are not known. @money */
  underpaidText:
    'Less than the amount has arrived. Don’t send more yet. Contact the shop to learn how much is missing.',
  /** The title of the status when a part has arrived. At most 30 characters. */
  waitingRest: 'Waiting for the rest',
  /** A title: a transfer could not be matched to the payment. At most 50 characters. */
  unmatched: 'Your payment couldn’t be matched',
  /** The text below it for an online wallet. @money */
  unmatchedNote:
    'The note may have been missing or different. Don’t pay again. Contact the shop and give the payment number.',
  /** The same for other payments, and when a payment has expired of which a part had arrived. @money */
  unmatchedText: 'Don’t pay again. Contact the shop and give the payment number.',
  /** The title of a payment with more than its amount. At most 15 characters. */
  overpaid: 'Paid',
  /** The text below it. @money */
  overpaidText: 'More than the amount arrived. Contact the shop about the difference.',
  /** A title just after the deadline, until the shop has said whether the money came in time. At most 25 characters. */
  checking: 'Checking',
  /** The text below it. @money */
  checkingText: 'The time to pay has just ended. Don’t send anything now.',
  /** A title: the deadline has passed and no money was seen. At most 35 characters. */
  expired: 'Time to pay has run out',
  /** The text below it. @money */
  expiredText: 'Don’t send anything now. Already sent it? Don’t send again. If it doesn’t show here, contact the shop.',
  /** A title: the money arrived after the deadline. At most 40 characters. */
  late: 'Your payment arrived late',
  /** The text below it. @money */
  lateText:
    'It arrived after the time to pay had run out. Don’t pay again. Contact the shop and give the payment number.',
  /** A title. At most 30 characters. */
  failed: 'The payment failed',
  /** The text below it. @money */
  failedText: 'Don’t send anything. If you already did, contact the shop.',
  /** A title. At most 35 characters. */
  cancelled: 'The payment was cancelled',
  /** The text below it. @money */
  cancelledText: 'Don’t send anything. If you already did, contact the shop.',
  /** A title. At most 25 characters. */
  refunded: 'Refunded',
  /** The text below it. */
  refundedText: 'The shop reports that the money was sent back.',
  /** The text below `unreadable` where there is a payment page. @money */
  unreadablePage: 'Pay on the payment page instead, or go back to the shop.',
  /** A title: the shop does not know the payment. At most 35 characters. */
  gone: 'Payment not found',
  /** The text below it. @money */
  goneText: 'Don’t send anything. If you already did, contact the shop.',
  /** The text of the status when nothing has arrived for long. @money */
  stalled: 'Nothing has arrived yet. If you sent it, check amount and network in your wallet, or contact the shop.',
  /** The same for an online wallet. @money */
  stalledWallet: 'Nothing has arrived yet. If you sent it, check the amount and the note, or contact the shop.',
  /** The same for a code. @money */
  stalledLocalcode:
    'Nothing has arrived yet. If you entered your code, check it on the payment page, or contact the shop.',
  /** The title of an alert: the shop gives another address or amount than before. @money */
  changed: 'The payment details have changed',
  /** The text below it. @money */
  changedText:
    'The shop now gives other details for this payment. If you’ve sent something already, don’t pay again: contact the shop.',
  /** The button of this alert. At most 30 characters. */
  changedShow: 'Show the new details',
  /** The title of an alert: the page shows another address or amount than the card has written. @money */
  tampered: 'Don’t pay from this page',
  /** The text below it. @money */
  tamperedText:
    'Something, perhaps a browser extension, has changed what is shown here. Copying is blocked. Reload the page or use another device.',
  /** A question below the button `openWallet`, which opens `noWalletText`. At most 40 characters. */
  noWallet: 'Wallet didn’t open?',
  /** What to do when no wallet app opened. */
  noWalletText: 'Copy the amount and the address, or scan the QR code with another phone.',
  /** In the menu: shows a QR code of the page. At most 30 characters. */
  onPhone: 'Continue on your phone',
  /** In the menu. At most 15 characters. */
  share: 'Share',
  /** In the menu. At most 25 characters. */
  saveQr: 'Save QR code',
  /** In the menu. At most 20 characters. */
  copyAll: 'Copy everything',
  /** In the menu. At most 15 characters. */
  print: 'Print',
  /** The title of the printed receipt. At most 25 characters. */
  receipt: 'Receipt',
  /** A button below a paid payment. At most 25 characters. */
  printReceipt: 'Print receipt',
  /** A label in front of an amount. At most 10 characters. */
  amount: 'Amount',
  /** A label in front of an address of a coin. At most 10 characters. */
  address: 'Address',
  /** A label in front of the note of a transfer. At most 20 characters. */
  note: 'Note',
  /** In the menu: asks the shop for the status now. At most 20 characters. */
  checkAgain: 'Check again',
  /** The name of a button with an icon. At most 35 characters. */
  copyNumber: 'Copy payment number',

  // The view for a payer who has sent the money

  /** The title of the view for a payer who has sent the money. At most 35 characters. */
  sentTitle: 'Looking for your payment',
  /** The text for a coin. @money */
  sentText:
    'Your payment shows up here once the network has seen it. You can close this page: that doesn’t stop your payment.',
  /** The title of the list below. At most 35 characters. */
  sentCheck: 'Check in your wallet',
  /** In that list. `{network}`: `Ethereum (ERC-20)`. @money */
  sentNetwork: 'Sent on the {network} network',
  /** In that list. `{amount}`: `0.0005 BTC`. @money */
  sentAmount: 'Exactly {amount} arrives, with fees on top',
  /** In that list. `{end}`: the last six characters, `5mdq7h`. @money */
  sentAddress: 'The address ends in {end}',
  /** The text for an online wallet. @money */
  sentTextWallet:
    'Your payment shows up here once it has arrived. You can close this page: that doesn’t stop your payment.',
  /** In that list, for an online wallet. @money */
  sentNote: 'The note was pasted unchanged',
  /** In that list, for an online wallet. `{amount}`: `19.99 USD`. @money */
  sentPrice: 'Exactly {amount} was sent',
  /** A button that shows the payment again. At most 30 characters. */
  sentBack: 'Show the payment again',

  // The menu, the receipt, printed pages and the enlarged QR code

  /** A button of the enlarged QR code. At most 10 characters. */
  close: 'Close',
  /** Below the enlarged QR code. */
  qrBrightness: 'Hard to scan? Turn up the screen brightness.',
  /** A label on the receipt, in front of the number of the order. At most 20 characters. */
  orderNumber: 'Order number',
  /** A label on the receipt, in front of the status. At most 10 characters. */
  paymentStatus: 'Status',
  /** In the menu. At most 30 characters. */
  copyLink: 'Copy payment link',
  /** A label on paper, in front of the address of the payment page. At most 20 characters. */
  paymentPage: 'Payment page',
  /** A label on paper, in front of the time of the printing. At most 25 characters. */
  printed: 'Printed',
  /** In the menu. At most 35 characters. */
  emailLink: 'Send link by email',

  // An order: the choice of a payment method, and its problems

  /** The title of the list of payment methods. At most 35 characters. */
  choose: 'Choose how to pay',
  /** Below the name of the method `wallet`. */
  wayWallet: 'Transfer from your online wallet, with a note',
  /** Below the name of the method `localcode`. */
  wayLocalcode: 'With a code from your app or a voucher',
  /** The title of the list of coins. At most 30 characters. */
  chooseCoin: 'Choose a coin',
  /** Below the name of a coin. `{network}`: `Ethereum (ERC-20)`. At most 20 characters. @money */
  onNetwork: 'on {network}',
  /** A mark beside a method or a coin for which a payment exists already. At most 20 characters. */
  begun: 'In progress',
  /** The title of a question before a payment in USDT. @money */
  confirmNetwork: 'Can your wallet send USDT on Ethereum (ERC-20)?',
  /** The answer to it, a button. At most 20 characters. */
  confirmYes: 'Yes, continue',
  /** A button that leads to the view before. At most 10 characters. */
  back: 'Back',
  /** A button below a payment that leads to the list of methods. At most 35 characters. */
  change: 'Change payment method',
  /** The title of a question before a payer leaves a payment. `{coin}`: `Bitcoin`. @money */
  sentAlready: 'Have you sent {coin} already?',
  /** The same for a payment without a coin. @money */
  paidAlready: 'Have you paid already?',
  /** The text below it. @money */
  sentAlreadyText: 'Then keep waiting. If you pay twice, you may not get the second payment back.',
  /** The answer that stays, a button. @money */
  keepWaiting: 'Yes, keep waiting',
  /** The answer that leaves, a button. @money */
  notSent: 'I haven’t sent anything: choose another way',
  /** The text of the question after money has arrived late or in part. @money */
  payAgainText: 'Contact the shop first. If you pay twice, you may not get the second payment back.',
  /** A button after a payment has ended. `{method}`: `Bitcoin`, or the name of a method. */
  tryAgainWith: 'Try again with {method}',
  /** A button after a payment has ended. At most 25 characters. */
  chooseOther: 'Choose another way',
  /** The title while the shop creates the payment. At most 40 characters. */
  preparing: 'Preparing your payment',
  /** A title: the shop could not create the payment. At most 45 characters. */
  notPrepared: 'The payment couldn’t be prepared',
  /** The text below it. @money */
  notPreparedText: 'Nothing was paid. Try again, or choose another way to pay.',
  /** The text below it, in the list of methods. @money */
  tooSmallToPrepare: 'Nothing was paid. Choose another way to pay, or contact the shop.',
  /** A title: the payment cannot be created yet; the page tries again by itself. At most 35 characters. */
  busy: 'One moment, please',
  /** The text below it. */
  busyText: 'This is taking longer than usual. It will continue on its own.',
  /** A title: the shop does not know the order. At most 30 characters. */
  noOrder: 'Order not found',
  /** The text below it. @money */
  noOrderText: 'Don’t send anything from here. Go back to the shop and try again.',
  /** A title: the data of the order is invalid. At most 45 characters. */
  orderUnreadable: 'This order can’t be shown',
  /** The text below it. @money */
  orderUnreadableText: 'Don’t send anything from here. Try again, or go back to the shop.',
  /** A title. At most 40 characters. */
  alreadyPaid: 'This order is already paid',
  /** The text below it. @money */
  alreadyPaidText: 'Don’t pay again.',
  /** Announced when a page shows the payment that was created before. */
  inProgress: 'Your payment in progress',
  /** A note above a payment that the payer has not chosen on this page. @money */
  otherSeen: 'A payment for this order was seen. It is shown here now.',
  /** A note above the choice or the payment. `{amount}`: `$19.99`. @money */
  paidOtherAmount:
    'You have paid {amount} for an earlier version of this order. Contact the shop before you pay again.',
  /** A note above the choice or the payment. @money */
  paidTwice: 'This order was paid twice. Contact the shop about the second payment.',
  /** A title: the order can no longer be paid. At most 30 characters. */
  soldOut: 'No longer available',
  /** The text below it. @money */
  soldOutText: 'This order can no longer be paid. Don’t send anything.',

  // Wallets in the browser (`pay-elements/wallets/evm`)

  /** The title above the buttons of the wallets. */
  payHere: 'Pay from a wallet in this browser',
  /** A button that opens the page in the app of a wallet. */
  openApp: 'Open in my wallet’s app',
  /** While the wallet asks the payer. */
  browserWalletAnswer: 'Answer the request in your wallet.',
  /** A label in front of the address of the account. At most 25 characters. */
  fromAccount: 'From account',
  /** A button. `{amount}`: `0.02 ETH`. @money */
  sendAmount: 'Send {amount}',
  /** After the wallet has sent the transfer. @money */
  browserWalletSent: 'Your wallet has sent it. This page waits until the shop has seen the payment.',
  /** A label in front of the number of the transaction, also on the receipt. At most 15 characters. */
  transaction: 'Transaction',
  /** After the payer has declined in the wallet. @money */
  refused: 'You declined the request. Nothing was sent.',
  /** A problem. `{network}`: `Ethereum`. @money */
  wrongChain: 'Your wallet is on another network. Switch it to {network} and try again. Nothing was sent.',
  /** The same: the wallet does not have the network. `{network}`: `Ethereum`. @money */
  unknownChain: 'Your wallet doesn’t have {network} yet. Add it there and try again. Nothing was sent.',
  /** A problem: the wallet already asks something. */
  requestOpen: 'A request is already open in your wallet. Answer it there, then try again.',
  /** A problem. `{coin}`: `USDT`. @money */
  tooLittle: 'This account doesn’t hold enough {coin}, or enough for the network fee. Nothing was sent.',
  /** A problem: the wallet does not answer. @money */
  browserWalletGone: 'The wallet no longer answers. Check there whether anything was sent before you pay another way.',
  /** A problem: the wallet reports an error. @money */
  browserWalletFailed: 'The wallet reported an error. Check there whether anything was sent before you try again.',
};

/**
 * All messages of the elements, by key. A language may leave some out: their text is English then. A test lists them.
 */
export type Messages = Readonly<typeof en>;

/** The key of a message. */
export type MessageKey = keyof Messages;
