import { posix } from 'node:path';
import { CommandError, UsageError } from '../command.ts';
import { partPaths, sourceFiles, type ExampleChoice, type Manifest } from './example-files.ts';
import { sourcesBelow } from './sources.ts';
import { moduleFolder, readStacks } from './stacks.ts';

/** How an app of a stack gets a checkout. */
interface Addition {
  /** The package of the framework, on which its apps depend. */
  readonly framework?: string;
  /** Files of the example that the framework finds by their path. */
  readonly routes?: readonly string[];
  /** What is still to do in the app's own files. */
  readonly mount: string;
  /** How an app without a bundler serves the script at `/assets`, where the framework bundles no scripts. */
  readonly assets?: string;
  /** The port of the framework, where it is not 8080. */
  readonly port?: string;
}

const NODE_MOUNT = `import { nodeHandler } from 'pay-elements/server/node';
import { shop } from './shop/index.ts';`;

/** A checkout that is opened by its first request delivers nothing before: the goods of a crash would wait for a visitor. */
const atStart = (place: string): string =>
  `Call shop() also when the server starts (${place}),\nso that what a crash has left is delivered without a visitor.`;

const ADDITIONS: Readonly<Record<string, Addition>> = {
  node: {
    mount: `${NODE_MOUNT}

const pay = nodeHandler(shop().checkout);
// in the request listener, before the body is read:
if (request.url?.startsWith('/pay/')) return pay(request, response);`,
    assets: '// shop.mjs in docs/start.md of this package has the lines',
  },
  express: {
    framework: 'express',
    mount: `${NODE_MOUNT}

app.use('/pay', nodeHandler(shop().checkout)); // before body parsers`,
    assets: `app.use('/assets', express.static('node_modules/pay-elements/dist/cdn'));`,
  },
  fastify: {
    framework: 'fastify',
    mount: `${NODE_MOUNT}

// In a plugin of its own, because the checkout reads the bodies itself:
app.register(async (pay) => {
  pay.removeAllContentTypeParsers();
  pay.addContentTypeParser('*', (_request, _body, done) => done(null));
  pay.all('/pay/*', nodeHandler(shop().checkout));
});`,
    assets: `import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';

// After npm install @fastify/static:
app.register(fastifyStatic, { root: resolve('node_modules/pay-elements/dist/cdn'), prefix: '/assets/' });`,
  },
  hono: {
    framework: 'hono',
    mount: `import { getConnInfo } from '@hono/node-server/conninfo';
import { shop } from './shop/index.ts';

app.all('/pay/*', (context) =>
  shop().checkout.fetch({ request: context.req.raw, address: getConnInfo(context).remote.address }),
);`,
    assets: `import { serveStatic } from '@hono/node-server/serve-static';

app.use('/assets/*', serveStatic({ root: 'node_modules/pay-elements/dist/cdn',
  rewriteRequestPath: (path) => path.slice('/assets'.length) }));`,
  },
  next: {
    framework: 'next',
    routes: ['app/pay/[...path]/route.ts'],
    mount: `Nothing: the route is app/pay/[...path]/route.ts.
${atStart('register() of instrumentation.ts')}`,
    port: '3000',
  },
  sveltekit: {
    framework: '@sveltejs/kit',
    routes: ['src/routes/pay/[...path]/+server.ts'],
    mount: `Nothing for JSON webhooks: the route is src/routes/pay/[...path]/+server.ts.
${atStart('init() of src/hooks.server.ts')}
For webhooks that are sent as forms: docs/examples.md of this package, SvelteKit.`,
    port: '5173',
  },
  nuxt: {
    framework: 'nuxt',
    routes: ['server/routes/pay/[...path].ts'],
    mount: `Nothing: the route is server/routes/pay/[...path].ts.
${atStart('a plugin in server/plugins')}`,
    port: '3000',
  },
  astro: {
    framework: 'astro',
    routes: ['src/pages/pay/[...path].ts'],
    mount: `Nothing for JSON webhooks: the route is src/pages/pay/[...path].ts. It is rendered on request
(output: 'server').
${atStart('the script that starts the server')}
For webhooks that are sent as forms: docs/examples.md of this package, Astro.`,
    port: '4321',
  },
  php: {
    mount: `// Laravel, in boot() of the AppServiceProvider:
$this->loadRoutesFrom(base_path('backend/laravel_routes.php'));

// Without a framework: send requests below /pay/ to backend/public/index.php.`,
  },
  python: {
    mount: `# Django, in its settings and in its urls.py:
sys.path.append(str(BASE_DIR / "backend"))
urlpatterns = [..., path("", include("pay.django_urls"))]

# Another app: send requests below /pay/ to a process of its own,
# gunicorn --preload --chdir backend shop:application`,
  },
};

/** @throws UsageError when the stack has no addition */
export function additionOf(name: string): Addition {
  if (!Object.hasOwn(ADDITIONS, name))
    throw new UsageError(`--add cannot add to an app of ${name}. It can for: ${Object.keys(ADDITIONS).join(', ')}.`);
  return ADDITIONS[name]!;
}

/** The packages on which an app depends. */
const packagesOf = ({ dependencies, devDependencies }: Manifest): object => ({ ...dependencies, ...devDependencies });

/** Whether an app depends on the framework of a stack. */
const uses = (stack: string, manifest: Manifest): boolean =>
  (ADDITIONS[stack]!.framework ?? '') in packagesOf(manifest);

/** The other stacks on whose framework an app depends, when it does not depend on that of its own. */
export const otherStacks = (name: string, manifest: Manifest): readonly string[] =>
  uses(name, manifest) ? [] : Object.keys(ADDITIONS).filter((stack) => uses(stack, manifest));

/** Frameworks of Node that have no stack. Their apps mount the checkout by hand. */
const MOUNTED_BY_HAND = ['koa', '@nestjs/core', '@react-router/dev', '@remix-run/dev'];

/** @throws CommandError when the app depends on another framework than that of the stack */
export function refuseOtherFramework(name: string, manifest: Manifest, file: string): void {
  const { framework } = additionOf(name);
  if (uses(name, manifest) || (framework === undefined && name !== 'node')) return;
  const byHand = MOUNTED_BY_HAND.find((each) => each in packagesOf(manifest));
  if (byHand !== undefined)
    throw new CommandError(
      `${file} has ${byHand}, and --add has no files for its apps. Nothing was written.\n` +
        'docs/backend.md of this package says how such an app mounts the checkout.',
    );
  const others = otherStacks(name, manifest);
  if (framework === undefined || others.length === 0) return;
  const titles = readStacks();
  throw new CommandError(
    `${file} has ${others.map((each) => ADDITIONS[each]!.framework).join(' and ')}, and no ${framework}. ` +
      `Use ${others.map((each) => `--stack ${each}`).join(' or ')}. Nothing was written.\n` +
      `If the app is to use ${titles[name]!.title}, run first: npm install ${framework}`,
  );
}

/**
 * Returns the files that an existing app needs, by their path in the app: the module with the checkout, whose functions
 * read the orders of the app, its store, and the routes of frameworks that find routes by path.
 */
export function addedFiles({ name, stack, store, provider, isTypeScript }: ExampleChoice): Map<string, string> {
  const { folders } = stack;
  const folder = moduleFolder(stack);
  const paths = new Map<string, string>();
  if (folders !== undefined)
    for (const path of sourcesBelow(folders[folder]!)) paths.set(`${folder}/${path}`, `${folders[folder]}/${path}`);
  else
    for (const path of ['types.ts', 'shop.ts', 'index.ts'])
      paths.set(posix.join(folder, path), `examples/shared/add/${path}`);
  for (const [target, source] of partPaths(stack, store, provider)) paths.set(target, source);
  for (const route of additionOf(name).routes ?? []) paths.set(route, `examples/${name}/${route}`);
  return sourceFiles(paths, isTypeScript);
}
