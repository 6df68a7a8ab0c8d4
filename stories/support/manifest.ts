import text from '../../custom-elements.json?raw';

/** One documented thing of a tag. */
export interface Entry {
  readonly name: string;
  readonly kind?: string;
  readonly description?: string;
  readonly type?: { readonly text: string };
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

export type Tag = 'pay-crypto' | 'pay-wallet' | 'pay-localcode' | 'pay-checkout';

/** The build's own description of the tags: what the stories and their controls are made from. */
export const manifest = JSON.parse(text) as { readonly modules: readonly { declarations?: readonly object[] }[] };

/** A part as a style sheet writes it. */
export const partName = (name: string): string => `::part(${name})`;

/**
 * The same for Storybook's tables, which know one thing a name: there the part `qr` would take the place of the
 * attribute, and `help` that of the slot.
 */
export const manifestForTables = {
  ...manifest,
  modules: manifest.modules.map((module) => ({
    ...module,
    declarations: module.declarations?.map((declaration) => {
      const { cssParts } = declaration as TagEntry;
      return cssParts
        ? { ...declaration, cssParts: cssParts.map((part) => ({ ...part, name: partName(part.name) })) }
        : declaration;
    }),
  })),
};

/** What the manifest says of one tag. @throws Error when it says nothing */
export function describedTag(name: Tag): TagEntry {
  const all = manifest.modules.flatMap(({ declarations = [] }) => declarations as readonly TagEntry[]);
  const found = all.find(({ tagName }) => tagName === name);
  if (!found) throw new Error(`custom-elements.json does not know ${name}: run npm run build`);
  return found;
}
