import text from '../../custom-elements.json?raw';

/** One documented thing of a tag. */
export interface Entry {
  readonly name: string;
  readonly kind?: string;
  readonly description?: string;
  readonly default?: string;
}

/** A tag as `custom-elements.json` describes it. */
export interface TagEntry {
  readonly tagName: Tag;
  readonly attributes: readonly Entry[];
  readonly members: readonly Entry[];
  readonly events: readonly Entry[];
  readonly slots: readonly Entry[];
  readonly cssParts: readonly Entry[];
  readonly cssProperties: readonly Entry[];
  readonly cssStates: readonly Entry[];
}

export type Tag = 'pay-crypto' | 'pay-wallet' | 'pay-localcode';

/** The build's own description of the tags: what the stories and their controls are made from. */
export const manifest = JSON.parse(text) as { readonly modules: readonly { declarations?: readonly object[] }[] };

/** What the manifest says of one tag. @throws Error when it says nothing */
export function describedTag(name: Tag): TagEntry {
  const all = manifest.modules.flatMap(({ declarations = [] }) => declarations as readonly TagEntry[]);
  const found = all.find(({ tagName }) => tagName === name);
  if (!found) throw new Error(`custom-elements.json does not know ${name}: run npm run build`);
  return found;
}
