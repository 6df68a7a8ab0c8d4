/** The renderer's half of every story's project; the package has no types for it. */
declare module '@storybook/web-components/entry-preview';
