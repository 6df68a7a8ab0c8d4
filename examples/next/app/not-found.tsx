import { headers } from 'next/headers';
import { textsFor } from '../shop/texts.ts';

export default async function NotFound() {
  const texts = textsFor((await headers()).get('accept-language'));
  return (
    <>
      <title>{texts.missing}</title>
      <h1>{texts.missing}</h1>
      <p>
        <a href="/">{texts.back}</a>
      </p>
    </>
  );
}
