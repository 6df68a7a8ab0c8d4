import { createRef } from 'react';
import { PayCheckout, PayCrypto, PayLocalcode, PayWallet } from 'pay-elements/react';
// wrong: no such component
import { PayPal } from 'pay-elements/react';

const input = createRef<HTMLInputElement>();
export const uses = [
  // wrong: there is no such layout
  <PayCrypto layout="wide" />,
  // wrong: a local code is no URI
  <PayLocalcode qr="uri" />,
  // wrong: a wallet has no QR code
  <PayWallet qr="none" />,
  // wrong: a misspelt property
  <PayWallet sorce="/pay" />,
  // wrong: the event has no such field
  <PayCrypto onPayStatus={(event) => event.fase} />,
  // wrong: a local code is not copied
  <PayLocalcode onPayLoad={() => {}} />,
  // wrong: the tag sets it
  <PayCrypto phase="paid" />,
  // wrong: it gets its payments itself
  <PayCheckout payment="{}" />,
  // wrong: the ref is another element
  <PayCrypto ref={input} />,
];
export { PayPal };
