import { PayCrypto } from 'pay-elements/react';
import { hydrateRoot } from 'react-dom/client';

/** Takes over what a server rendered; what is seen is whether the tag is still the server's. */
export async function hydrate(markup: string, payment: object) {
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = markup;
  const tag = place.querySelector('pay-crypto')!;
  const phase = new Promise((done) => {
    const onPayStatus = (event) => done(event.phase);
    hydrateRoot(
      place,
      <PayCrypto
        payment={payment}
        statusUrl="/status/1"
        layout="row"
        qr="none"
        className="card"
        onPayStatus={onPayStatus}
      />,
    );
  });
  return {
    phase: await phase,
    same: place.querySelector('pay-crypto') === tag,
    className: tag.className,
    statusUrl: tag.statusUrl,
    layout: tag.layout,
  };
}
