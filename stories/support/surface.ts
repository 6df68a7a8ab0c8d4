import type { DecoratorFunction } from 'storybook/internal/types';
import type { WebComponentsRenderer } from '@storybook/web-components-vite';
import { html } from 'lit';
import { styleMap } from 'lit/directives/style-map.js';
import { LOOKS, type Look } from './looks.ts';

const SCHEMES: Readonly<Record<string, string>> = { light: 'light', dark: 'dark', system: 'light dark' };

/** The page a story stands on: light or dark, a look, English or Arabic for the direction of writing, as the toolbar says. */
export const surface: DecoratorFunction<WebComponentsRenderer> = (story, { globals, viewMode }) => {
  const page = {
    'color-scheme': SCHEMES[String(globals.theme)] ?? 'light',
    color: 'var(--ink, light-dark(#14181f, #eef1f6))',
    background: 'var(--page, light-dark(#f6f8fb, #0d1116))',
    padding: '16px',
    'box-sizing': 'border-box',
    'min-block-size': viewMode === 'docs' ? 'auto' : '100vh',
  };
  const [dir, lang] = globals.direction === 'rtl' ? ['rtl', 'ar'] : ['ltr', 'en'];
  const look = LOOKS[globals.look as Look];
  return html`<style>
      ${look}
    </style>
    <div class="surface" dir=${dir} lang=${lang} style=${styleMap(page)}>${story()}</div>`;
};
