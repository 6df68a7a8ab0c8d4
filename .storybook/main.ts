import type { StorybookConfig } from '@storybook/web-components-vite';

const config: StorybookConfig = {
  framework: '@storybook/web-components-vite',
  stories: ['../stories/**/*.stories.ts'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true, enableCrashReports: false },
  docs: { defaultName: 'API' },
  viteFinal: (vite) => ({
    ...vite,
    build: { ...vite.build, target: 'es2022' },
    optimizeDeps: {
      ...vite.optimizeDeps,
      include: [...(vite.optimizeDeps?.include ?? []), 'qrcode/lib/core/qrcode.js'],
    },
    plugins: [
      ...(vite.plugins ?? []),
      {
        // The client's own transport is Node's http. The stories hand in another, and no browser could load this one.
        name: 'no-node',
        enforce: 'pre',
        load: (id) => (id.endsWith('/src/server/node/transport.ts') ? 'export const nodeTransport = undefined;' : null),
      },
    ],
  }),
};
export default config;
