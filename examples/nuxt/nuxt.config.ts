export default defineNuxtConfig({
  compatibilityDate: '2026-01-01',
  css: ['~/shop.css'],
  vue: { compilerOptions: { isCustomElement: (tag: string) => tag.startsWith('pay-') } },
  features: { inlineStyles: false }, // the policy allows no style elements
  app: { head: { link: [{ rel: 'icon', href: 'data:,' }] } },
  devServer: { host: '127.0.0.1', port: Number(process.env.PORT || 8080) },
  devtools: { enabled: false },
  telemetry: false,
  experimental: { appManifest: false }, // the shop has no route rules that a browser needs
});
