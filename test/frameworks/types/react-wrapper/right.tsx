import { useRef } from 'react';
import type { PayCryptoElement } from 'pay-elements';
import { PayCheckout, PayCrypto, PayLocalcode, PayWallet, type PayCryptoProps } from 'pay-elements/react';

export function Checkout({ payment, ...rest }: PayCryptoProps) {
  const tag = useRef<PayCryptoElement>(null);
  return (
    <>
      <PayCrypto
        {...rest}
        ref={tag}
        payment={payment}
        statusUrl="/status"
        qr="uri"
        layout="stack"
        lang="de"
        className="card"
        style={{ margin: 4 }}
        key="1001"
        onClick={(event) => event.currentTarget.refresh()}
        onPayStatus={(event) => event.phase satisfies string}
        onPayCopy={({ what }) => what satisfies 'amount' | 'address' | 'note' | 'number' | 'all'}
      >
        <p slot="paid">Thank you</p>
      </PayCrypto>
      <PayWallet src="/pay/payments/1" onPayPaid={({ payment }) => payment.status satisfies string} />
      <PayLocalcode qr="none" payment={'{"bid":"1"}'} onPayProblem={({ recoverable }) => recoverable} />
      <PayCheckout src="/pay/orders/1001" qr="uri" onPayPaid={({ payment }) => payment.status satisfies string} />
      <button onClick={() => tag.current?.refresh()}>Ask again</button>
    </>
  );
}
