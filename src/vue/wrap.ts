import { defineComponent, h, shallowRef, type Component, type VNodeChild } from 'vue';

interface Wrapped {
  readonly tagName: string;
  readonly name: string;
  /** The attribute of each property. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The named slots of the tag. They take the content of Vue's slots with the same names. */
  readonly slots: readonly string[];
}

/** Creates a Vue component for a tag. Listeners and all other attributes are passed on to the tag. */
export function wrap({ tagName, name, attributes, slots: named }: Wrapped): Component {
  return defineComponent({
    name,
    props: Object.keys(attributes),
    setup(props: Record<string, unknown>, { slots, expose }) {
      const element = shallowRef<HTMLElement & { refresh(): void }>();
      expose({ element, refresh: () => element.value?.refresh() });
      return () => {
        const given = Object.entries(attributes)
          .map(([field, attribute]) => [attribute, props[field]] as const)
          .filter(([, value]) => value !== undefined);
        const children: VNodeChild[] = named.flatMap((slot) =>
          slots[slot] ? [h('div', { key: slot, slot }, slots[slot]())] : [],
        );
        return h(tagName, { ref: element, ...Object.fromEntries(given) }, [...children, slots.default?.()]);
      };
    },
  });
}
