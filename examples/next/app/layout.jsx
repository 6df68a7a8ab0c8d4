import { headers } from 'next/headers';
import { textsFor } from '../shop/texts.js';
import './shop.css';

export default async function Layout({ children }) {
  const { lang, dir, shop } = textsFor((await headers()).get('accept-language'));
  return (
    <html lang={lang} dir={dir}>
      <body>
        <header>
          <a href="/">{shop}</a>
        </header>
        <main>{children}</main>
      </body>
    </html>
  );
}
