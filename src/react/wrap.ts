'use client';
import * as React from 'react';
import { inPage } from '../elements/register.ts';
import { createComponent } from '../vendor/lit-react.ts';

interface Wrapped {
  readonly tagName: string;
  readonly displayName: string;
  readonly elementClass: typeof HTMLElement;
  /** Property to attribute. */
  readonly attributes: Readonly<Record<string, string>>;
  /** React's prop to the event's own name. */
  readonly events: Readonly<Record<string, string>>;
}

/**
 * React for a server, where a tag is markup: what is text becomes an attribute, so that the tag can begin before
 * React does in the browser, and what is an object waits for it. React 18 warns of every layout effect there.
 */
const reactForServer = (attributes: Wrapped['attributes']): typeof React => ({
  ...React,
  useLayoutEffect: () => {},
  createElement: ((type: string, props: Record<string, unknown>) =>
    React.createElement(
      type,
      Object.fromEntries(
        Object.entries(props)
          .filter(([name, value]) => !(name in attributes) || typeof value === 'string')
          .map(([name, value]) => [attributes[name] ?? name, value]),
      ),
    )) as typeof React.createElement,
});

/** A component for a tag: properties and events by React's own way of naming, and the element as its ref. */
export function wrap({ tagName, displayName, elementClass, attributes, events }: Wrapped): unknown {
  return createComponent({
    react: inPage ? React : reactForServer(attributes),
    tagName,
    displayName,
    // On a server nothing is a property.
    elementClass: inPage ? elementClass : (class {} as unknown as typeof HTMLElement),
    events,
  });
}
