import type {} from 'pay-elements/types/svelte';
import type { Texts } from './lib/server/shop/types.ts';

declare global {
  namespace App {
    interface Locals {
      texts: Texts;
    }
  }
}
