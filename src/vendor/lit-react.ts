/** `@lit/react`'s one function, built in so that a shop installs no more than React itself. */
export { createComponent } from '@lit/react';
