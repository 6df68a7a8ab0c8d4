/** What is supported, and the versions that the tests install. */
import { readFileSync } from 'node:fs';
import { table } from './markdown.mjs';

const read = (file) => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));
const dependenciesOf = (file) => {
  const { dependencies, devDependencies } = read(file);
  return { ...dependencies, ...devDependencies };
};

/** The version of a package that a folder installs, without `npm:name@`. */
const versionOf = (file, name) => dependenciesOf(file)[name].replace(/^npm:.*@/, '');

const PACKAGE = 'package.json';
const RUNTIMES = 'test/runtimes/programs/package.json';
const REACT_18 = 'test/frameworks/react18/package.json';
const FRAMEWORKS = 'test/frameworks/package.json';
const example = (name) => `examples/${name}/package.json`;

/** What is supported, each part with its versions and the package whose version is tested: `[title, versions, file, package]`. */
const SUPPORTED = [
  [
    ['Node.js', `${read(PACKAGE).engines.node.slice(2)} or later`, RUNTIMES, 'node22', 'node24'],
    ['Bun', '', RUNTIMES, 'bun'],
    ['Deno', '', RUNTIMES, 'deno'],
    ['Cloudflare Workers', '', RUNTIMES, 'workerd'],
  ],
  [
    ['Express', '4, 5', PACKAGE, 'express4', 'express'],
    ['Fastify', '5', example('fastify'), 'fastify'],
    ['Hono', '4', example('hono'), 'hono'],
  ],
  [
    ['Next.js', '16', example('next'), 'next'],
    ['Nuxt', '4', example('nuxt'), 'nuxt'],
    ['SvelteKit', '3', example('sveltekit'), '@sveltejs/kit'],
    ['Astro', '7', example('astro'), 'astro'],
  ],
  [
    ['React', '18', REACT_18, 'react'],
    ['React', '19', FRAMEWORKS, 'react'],
    ['Vue', '3', FRAMEWORKS, 'vue'],
    ['Svelte', '5', FRAMEWORKS, 'svelte'],
    ['Preact', '11', FRAMEWORKS, 'preact'],
    ['Solid', '1', FRAMEWORKS, 'solid-js'],
  ],
  [
    ['PostgreSQL by `pg`', '8', PACKAGE, 'pg'],
    ['`postgres`', '3', PACKAGE, 'postgres'],
  ],
];

/** @param {string} docs the path from the page to the documentation */
export const supportTable = (docs) =>
  table(
    ['works with', 'tested with'],
    [
      ['Chrome and Edge 125, Firefox 126, Safari 17.5, and later', 'Chromium, Firefox, WebKit'],
      ...SUPPORTED.map((parts) => [
        parts.map(([title, versions]) => `${title} ${versions}`.trim()).join(', '),
        parts.map(([title, , ...tested]) => `${title} ${testedWith(...tested)}`).join(', '),
      ]),
      ['PHP 8.2, Python 3.10, and later', `[complete shops](${docs}any-backend.md)`],
    ],
  );

const testedWith = (file, ...names) => names.map((name) => versionOf(file, name)).join(' and ');
