import type { DecoratorFunction } from 'storybook/internal/types';
import type { WebComponentsRenderer } from '@storybook/web-components-vite';
import { html } from 'lit';
import { styleMap } from 'lit/directives/style-map.js';

const SCHEMES: Readonly<Record<string, string>> = { light: 'light', dark: 'dark', system: 'light dark' };

/** The page a story stands on: light or dark, English or Arabic for the direction of writing, as the toolbar says. */
export const surface: DecoratorFunction<WebComponentsRenderer> = (story, { globals, viewMode }) => {
  const page = {
    'color-scheme': SCHEMES[String(globals.theme)] ?? 'light',
    color: 'light-dark(#14181f, #eef1f6)',
    background: 'light-dark(#f6f8fb, #0d1116)',
    padding: '16px',
    'box-sizing': 'border-box',
    'min-block-size': viewMode === 'docs' ? 'auto' : '100vh',
  };
  const [dir, lang] = globals.direction === 'rtl' ? ['rtl', 'ar'] : ['ltr', 'en'];
  return html`<div class="surface" dir=${dir} lang=${lang} style=${styleMap(page)}>${story()}</div>`;
};
