import type { ReactNode } from 'react';
import { headers } from 'next/headers';
import { textsFor } from '../shop/texts.ts';
import './shop.css';

/** Next writes the URLs of its scripts as plain text. This policy allows URLs of the shop itself, and no HTML. */
const TRUSTED_TYPES = `globalThis.trustedTypes?.createPolicy('default', {
  createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : null),
});`;

export default async function Layout({ children }: { children: ReactNode }) {
  const read = await headers();
  const { lang, dir, shop } = textsFor(read.get('accept-language'));
  return (
    <html lang={lang} dir={dir}>
      <head>
        <script
          nonce={read.get('x-nonce') ?? undefined}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: TRUSTED_TYPES }}
        />
      </head>
      <body>
        <header>
          <a href="/">{shop}</a>
        </header>
        <main>{children}</main>
      </body>
    </html>
  );
}
