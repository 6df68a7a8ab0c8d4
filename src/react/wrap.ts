'use client';
import * as React from 'react';
import { checkHandlers } from '../elements/base/handler-check.ts';
import { inPage } from '../elements/register.ts';
import { createComponent } from '../vendor/lit-react.ts';

interface Wrapped {
  readonly tagName: string;
  readonly displayName: string;
  readonly elementClass: typeof HTMLElement;
  /** The attribute of each property. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The event name of each React prop. */
  readonly events: Readonly<Record<string, string>>;
}

/**
 * React for server rendering, where a tag is only markup. Text properties become attributes, so that the tag can start
 * before React hydrates it in the browser. Object properties are set after hydration. Layout effects are removed,
 * because React 18 warns of each of them on a server.
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

/** React in a browser, which names a handler that nothing calls. */
const reactForPage = (component: string, handlers: readonly string[]): typeof React => ({
  ...React,
  createElement: ((type: string, props: Record<string, unknown>) => {
    checkHandlers(component, Object.keys(props), handlers);
    return React.createElement(type, props);
  }) as typeof React.createElement,
});

/** Creates a React component for a tag. Properties and events have React's names, and the ref is the element. */
export function wrap({ tagName, displayName, elementClass, attributes, events }: Wrapped): unknown {
  return createComponent({
    react: inPage ? reactForPage(displayName, Object.keys(events)) : reactForServer(attributes),
    tagName,
    displayName,
    // Without properties on a server, all props become attributes.
    elementClass: inPage ? elementClass : (class {} as unknown as typeof HTMLElement),
    events,
  });
}
