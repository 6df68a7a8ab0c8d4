import type { PayCryptoElement } from 'pay-elements';
import type {} from 'pay-elements/types/solid';

export function Checkout(props: { payment: object | undefined }) {
  let tag: PayCryptoElement | undefined;
  return (
    <>
      <pay-crypto
        ref={tag}
        payment={props.payment}
        prop:statusUrl="/status"
        qr="uri"
        layout="stack"
        lang="de"
        class="card"
        on:pay-status={(event) => event.phase satisfies string}
        on:pay-copy={({ what }) => what satisfies 'amount' | 'address' | 'note' | 'number' | 'all'}
      >
        <p slot="paid">Thank you</p>
      </pay-crypto>
      <pay-wallet src="/pay/payments/1" on:pay-paid={({ payment }) => payment.status satisfies string} />
      <pay-localcode qr="none" prop:payment={'{"bid":"1"}'} on:pay-problem={({ recoverable }) => recoverable} />
      <pay-checkout src="/pay/orders/1001" qr="uri" on:pay-paid={({ payment }) => payment.status satisfies string} />
      <button onClick={() => tag?.refresh()}>Ask again</button>
    </>
  );
}
