import { PayTag } from 'pay-elements/react';
import { createRef } from 'react';
import { hydrateRoot } from 'react-dom/client';

/** Takes over what a server rendered. */
export function mount(place, { on, ...props }) {
  place.innerHTML = `<pay-tag status-url="${props.statusUrl}" layout="${props.layout}" class="card"></pay-tag>`;
  place.firstElementChild.fromServer = true;
  const ref = createRef();
  const root = hydrateRoot(place, <PayTag {...props} ref={ref} className="card" onPayStatus={on['pay-status']} />);
  return { unmount: () => root.unmount(), ref: () => ref.current };
}
