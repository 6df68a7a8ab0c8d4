/**
 * Lets Vite serve what the browser tests import, so that they run what the build builds.
 *
 * A middleware, because the test runner's own static files come before any plugin and would serve `.ts` as
 * a film; and a plugin that ends the Vite server with the run.
 */
import { createServer, mergeConfig } from 'vite';

const RUNNERS_OWN = ['/__web-', '/wtr-'];

export function viteServed(config = {}) {
  const starting = createServer(
    mergeConfig(
      {
        configFile: false,
        appType: 'custom',
        clearScreen: false,
        logLevel: 'warn',
        cacheDir: 'node_modules/.vite-wtr',
        server: { middlewareMode: true, hmr: false, ws: false, watch: null },
        plugins: [
          {
            name: 'runner-urls',
            enforce: 'pre',
            resolveId: (id) => (id.startsWith('/__web-') ? { id, external: true } : null),
          },
        ],
      },
      config,
    ),
  );

  const serve = async (ctx, next) => {
    if (ctx.path === '/' || RUNNERS_OWN.some((own) => ctx.path.startsWith(own))) return next();
    const vite = await starting;
    await new Promise((resolve, reject) => {
      ctx.respond = false;
      ctx.res.statusCode = 200;
      ctx.res.on('close', resolve);
      vite.middlewares(ctx.req, ctx.res, (error) => {
        if (error) return reject(error);
        ctx.respond = true;
        next().then(resolve, reject);
      });
    });
  };

  return { middleware: [serve], plugins: [{ name: 'vite-end', serverStop: async () => (await starting).close() }] };
}
