/** What the tags use of the placing library, so that a bundler leaves the rest of it behind. */
export { autoUpdate, computePosition, flip, offset, shift } from '@floating-ui/dom';
