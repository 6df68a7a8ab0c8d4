import { defineComponent, h, shallowRef, type Component, type VNodeChild } from 'vue';

interface Wrapped {
  readonly tagName: string;
  readonly name: string;
  /** Property to attribute. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The tag's named slots: Vue's slots of the same names go there. */
  readonly slots: readonly string[];
}

/** A component for a tag. Listeners and all other attributes fall through to the tag. */
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
