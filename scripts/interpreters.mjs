/** The languages of the examples in `docs/any-backend`, with their frameworks, and the installed interpreters. */
import { spawnSync } from 'node:child_process';
import { findProgram, installDebian } from './debian.mjs';

const LANGUAGES = {
  python: { names: ['python3'], has: ['-c', 'import sqlite3'], packages: ['python3'] },
  php: {
    names: ['php'],
    has: ['-r', 'exit((int) !extension_loaded("pdo_sqlite"));'],
    packages: ['php-cli', 'php-sqlite3'],
  },
};

const FRAMEWORKS = {
  Django: {
    names: ['python3'],
    has: ['-c', 'import django, gunicorn, sqlite3'],
    packages: ['python3-django', 'python3-gunicorn'],
  },
  Laravel: {
    names: ['php'],
    has: ['-r', 'exit((int) !stream_resolve_include_path("Illuminate/autoload.php"));'],
    packages: ['php-laravel-framework'],
  },
  Composer: { names: ['composer'], has: ['--version'], packages: ['composer'] },
};

/**
 * Returns the program of each entry of a table, the first one that has what the entry needs.
 * @returns {Record<string, string | undefined>}
 */
const findAll = (table, env) =>
  Object.fromEntries(
    Object.entries(table).map(([name, { names, has }]) => [
      name,
      findProgram(env, names, [], (program) => spawnSync(program, has, { stdio: 'ignore' }).status === 0),
    ]),
  );

/** Returns the program of each language, when it is installed with its SQLite module. */
export const findInterpreters = (env = process.env) => findAll(LANGUAGES, env);

/** Returns the program that has each framework: Django with gunicorn, Laravel, and Composer. */
export const findFrameworks = (env = process.env) => findAll(FRAMEWORKS, env);

const lacking = (env = process.env) =>
  Object.entries({ ...findInterpreters(env), ...findFrameworks(env) })
    .filter(([, program]) => !program)
    .map(([name]) => name);

export function installInterpreters() {
  installDebian(
    'the backends in other languages',
    lacking().flatMap((name) => ({ ...LANGUAGES, ...FRAMEWORKS })[name].packages),
  );
}

/**
 * Returns a line for each language and framework whose backends are not tested here.
 * @param {NodeJS.ProcessEnv} env
 */
export const interpretersLeftOut = (env = process.env) =>
  lacking(env).map((name) => `not tested: the backends in ${name}, which is not on this machine`);
