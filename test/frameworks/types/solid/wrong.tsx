import type {} from 'pay-elements/types/solid';

export const uses = [
  // wrong: there is no such layout
  <pay-crypto layout="wide" />,
  // wrong: a local code is no URI
  <pay-localcode qr="uri" />,
  // wrong: a misspelt attribute
  <pay-wallet sorce="/pay" />,
  // wrong: the event has no such field
  <pay-crypto on:pay-status={(event) => event.fase} />,
  // wrong: not a handler
  <pay-crypto on:pay-paid="alert()" />,
  // wrong: the tag sets it
  <pay-crypto phase="paid" />,
  // wrong: a number is no payment
  <pay-wallet payment={5} />,
  // wrong: it gets its payments itself
  <pay-checkout payment="{}" />,
  // wrong: no such tag
  <pay-paypal />,
];
