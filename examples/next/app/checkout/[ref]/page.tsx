import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { shop } from '../../../shop/index.ts';
import { textsFor } from '../../../shop/texts.ts';
import { orderView } from '../../../shop/views.ts';
import { Checkout } from './checkout.tsx';

const readTexts = async () => textsFor((await headers()).get('accept-language'));

export async function generateMetadata() {
  const texts = await readTexts();
  return { title: `${texts.checkout} · ${texts.shop}` };
}

export default async function CheckoutPage({ params, searchParams }: PageProps<'/checkout/[ref]'>) {
  const { ref } = await params;
  const order = await shop().orderOf(ref, (await headers()).get('cookie'));
  if (!order) notFound();
  const texts = await readTexts();
  const { src, contact, lines, total, notice } = orderView(order, texts);
  const inside = await shop().inside(
    order,
    texts,
    new URLSearchParams((await searchParams) as Record<string, string>),
    `/checkout/${ref}/choose`,
  );
  return (
    <>
      <h1>{texts.checkout}</h1>
      <ul className="lines">
        {lines.map(({ text, price }) => (
          <li key={text}>
            <span>{text}</span>
            <span>{price}</span>
          </li>
        ))}
        <li>
          <strong>{texts.total}</strong>
          <strong>{total}</strong>
        </li>
      </ul>
      {notice && <p className="notice">{notice}</p>}
      <Checkout src={src} contact={contact} inside={inside} back={texts.back} />
    </>
  );
}
