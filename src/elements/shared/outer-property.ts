import type { PayElement } from './pay-element.ts';

/** A property of a tag, or else of the `<pay-checkout>` that shows the tag. */
export function outerProperty(host: PayElement, name: 'payNotify' | 'pageUrl'): string | undefined {
  const around = (host.getRootNode() as Partial<ShadowRoot>).host as Partial<PayElement> | undefined;
  return host[name] ?? around?.[name];
}
