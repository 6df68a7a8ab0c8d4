/** The functions of the positioning library that the elements use, so that a bundler drops all others. */
export { autoUpdate, computePosition, flip, limitShift, offset, shift } from '@floating-ui/dom';
