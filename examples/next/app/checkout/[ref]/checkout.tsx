'use client';

import 'pay-elements/define';
import type {} from 'pay-elements/types/react';

type Props = Readonly<Record<'src' | 'contact' | 'inside' | 'back', string>>;

/** The server renders the tag with a payment inside; the tag replaces it when its script has loaded. */
export const Checkout = ({ src, contact, inside, back }: Props) => (
  <pay-checkout src={src} contact={contact} suppressHydrationWarning>
    {/* The package renders this HTML: every value in it is escaped. */}
    <div className="inside" dangerouslySetInnerHTML={{ __html: inside }} />
    <a slot="paid" href="/">
      {back}
    </a>
  </pay-checkout>
);
