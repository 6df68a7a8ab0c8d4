import { headers } from 'next/headers';
import { textsFor } from '../shop/texts.ts';
import { catalogueView } from '../shop/views.ts';

const readTexts = async () => textsFor((await headers()).get('accept-language'));

export async function generateMetadata() {
  const texts = await readTexts();
  return { title: `${texts.catalogue} · ${texts.shop}` };
}

export default async function Catalogue() {
  const texts = await readTexts();
  return (
    <>
      <h1>{texts.catalogue}</h1>
      <form method="post" action="/orders">
        <ul className="lines">
          {catalogueView(texts).map(({ product, name, price }) => (
            <li key={product}>
              <label htmlFor={product}>{name}</label>
              <span>{price}</span>
              <input id={product} name={product} type="number" min="0" max="99" placeholder="0" />
            </li>
          ))}
        </ul>
        <button className="primary">{texts.buy}</button>
      </form>
    </>
  );
}
