'use client';

import 'pay-elements/define';

/** The server renders it with a payment inside; the tag takes over when its script has loaded. */
export const Checkout = ({ src, inside, back }) => (
  <pay-checkout src={src} suppressHydrationWarning>
    {/* Rendered by the package: every value in it is escaped. */}
    <div className="inside" dangerouslySetInnerHTML={{ __html: inside }} />
    <a slot="paid" href="/">
      {back}
    </a>
  </pay-checkout>
);
