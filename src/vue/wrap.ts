import { defineComponent, h, shallowRef, type Component, type VNodeChild } from 'vue';
import { checkHandlers } from '../elements/base/handler-check.ts';
import { warnOnce } from '../elements/base/warn-once.ts';

interface Wrapped {
  readonly tagName: string;
  readonly name: string;
  /** The attribute of each property. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The named slots of the tag. They take the content of Vue's slots with the same names. */
  readonly slots: readonly string[];
  /** The names of the listeners of its events, as Vue passes them on: `onPayPaid` for `@pay-paid`. */
  readonly handlers: readonly string[];
}

/** `onPayPaid` as a template writes it: `@pay-paid`. */
const asListener = (handler: string) =>
  handler
    .replace(/^on/, '@')
    .replace(/\B[A-Z]/g, '-$&')
    .toLowerCase();

/** Creates a Vue component for a tag. Listeners and all other attributes are passed on to the tag. */
export function wrap({ tagName, name, attributes, slots: named, handlers }: Wrapped): Component {
  return defineComponent({
    name,
    props: Object.keys(attributes),
    setup(props: Record<string, unknown>, { attrs, slots, expose }) {
      const element = shallowRef<HTMLElement & { refresh(): void }>();
      expose({ element, refresh: () => element.value?.refresh() });
      checkHandlers(name, Object.keys(attrs), handlers, asListener);
      for (const slot of Object.keys(slots))
        if (slot !== 'default' && !named.includes(slot))
          warnOnce({ localName: name }, `unknown slot ${slot}. Use one of: ${named.join(', ')}`);
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
