import { useRef } from 'react';
import type { PayCryptoElement } from 'pay-elements';
import type {} from 'pay-elements/types/react';

export function Checkout({ payment }: { payment: object | undefined }) {
  const tag = useRef<PayCryptoElement>(null);
  return (
    <>
      <pay-crypto
        ref={tag}
        payment={payment}
        status-url="/status"
        qr="uri"
        layout="stack"
        lang="de"
        className="card"
        data-order="1001"
        onpay-status={(event) => event.phase satisfies string}
        onpay-copy={({ what }) => what satisfies 'amount' | 'address' | 'note' | 'number' | 'all'}
      >
        <p slot="paid">Thank you</p>
      </pay-crypto>
      <pay-wallet src="/pay/payments/1" onpay-paid={({ payment }) => payment.status satisfies string} />
      <pay-localcode qr="none" payment={'{"bid":"1"}'} onpay-problem={({ recoverable }) => recoverable} />
      <pay-checkout src="/pay/orders/1001" qr="uri" onpay-paid={({ payment }) => payment.status satisfies string} />
      <button onClick={() => tag.current?.refresh()}>Ask again</button>
    </>
  );
}
