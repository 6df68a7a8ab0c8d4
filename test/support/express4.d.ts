/** Express 4 stands beside Express 5 under a name of its own; what is used of it has the same types. */
declare module 'express4' {
  export { default } from 'express';
}
