import { headers } from 'next/headers';
import { textsFor } from '../shop/texts.ts';
import { catalogueView } from '../shop/views.ts';

const readTexts = async () => textsFor((await headers()).get('accept-language'));

export async function generateMetadata() {
  const texts = await readTexts();
  return { title: `${texts.catalogue} · ${texts.shop}` };
}

export default async function Catalogue({ searchParams }: PageProps<'/'>) {
  const texts = await readTexts();
  const isEmpty = 'empty' in (await searchParams); // an order without products was sent
  return (
    <>
      <h1>{texts.catalogue}</h1>
      {isEmpty && (
        <p className="notice" id="empty" role="alert">
          {texts.empty}
        </p>
      )}
      <form method="post" action="/orders">
        <ul className="lines">
          {catalogueView(texts).map(({ product, name, price }, index) => (
            <li key={product}>
              <label htmlFor={product}>{name}</label>
              <span>{price}</span>
              <input
                id={product}
                name={product}
                type="number"
                min="0"
                max="99"
                placeholder="0"
                autoFocus={isEmpty && index === 0}
                aria-describedby={isEmpty && index === 0 ? 'empty' : undefined}
              />
            </li>
          ))}
        </ul>
        <button className="primary">{texts.buy}</button>
      </form>
    </>
  );
}
