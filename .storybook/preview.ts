import { setCustomElementsManifest } from '@storybook/web-components';
import type { Preview } from '@storybook/web-components-vite';
import '../src/elements/define.ts';
import { manifestForTables } from '../stories/support/manifest.ts';
import { LOOKS } from '../stories/support/looks.ts';
import { surface } from '../stories/support/surface.ts';

setCustomElementsManifest(manifestForTables);

const preview: Preview = {
  tags: ['autodocs'],
  decorators: [surface],
  globalTypes: {
    theme: {
      description: 'Light or dark',
      toolbar: { icon: 'contrast', items: ['light', 'dark', 'system'], dynamicTitle: true },
    },
    look: {
      description: 'The look of a shop',
      toolbar: { icon: 'paintbrush', items: Object.keys(LOOKS), dynamicTitle: true },
    },
    direction: {
      description: 'The direction of writing',
      toolbar: {
        icon: 'transfer',
        items: [
          { value: 'ltr', title: 'Left to right' },
          { value: 'rtl', title: 'Right to left' },
        ],
        dynamicTitle: true,
      },
    },
  },
  initialGlobals: { theme: 'light', look: 'plain', direction: 'ltr', viewport: { value: undefined, isRotated: false } },
  parameters: {
    layout: 'fullscreen',
    a11y: { test: 'error' },
    controls: { expanded: true },
    options: { storySort: { order: ['The whole chain', 'Tags', 'Theming'] } },
    viewport: {
      options: {
        phone: { name: 'Phone', styles: { width: '360px', height: '740px' }, type: 'mobile' },
        narrow: { name: 'The narrowest', styles: { width: '280px', height: '653px' }, type: 'mobile' },
        tablet: { name: 'Tablet', styles: { width: '768px', height: '1024px' }, type: 'tablet' },
      },
    },
  },
};
export default preview;
