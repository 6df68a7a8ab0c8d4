/** The languages of the examples in `docs/any-backend`, and the installed interpreters. */
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

/**
 * Returns the program of each language, when it is installed with its SQLite module.
 * @returns {Record<string, string | undefined>}
 */
export function findInterpreters(env = process.env) {
  return Object.fromEntries(
    Object.entries(LANGUAGES).map(([language, { names, has }]) => {
      const program = findProgram(env, names);
      return [language, program && spawnSync(program, has).status === 0 ? program : undefined];
    }),
  );
}

const lacking = (env = process.env) =>
  Object.entries(findInterpreters(env))
    .filter(([, program]) => !program)
    .map(([language]) => language);

export function installInterpreters() {
  installDebian(
    'the backends in other languages',
    lacking().flatMap((language) => LANGUAGES[language].packages),
  );
}

/**
 * Returns a line for each language whose backends are not tested here.
 * @param {NodeJS.ProcessEnv} env
 */
export const interpretersLeftOut = (env = process.env) =>
  lacking(env).map((name) => `not tested: the backends in ${name}, which is not on this machine`);
