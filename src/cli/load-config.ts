import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { basename, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { asSentence } from '../server/as-sentence.ts';
import type { CheckoutOptions } from '../server/options.ts';
import { kindOf } from '../server/read-options.ts';
import { sqliteReason } from '../server/stores/explain-sqlite.ts';
import { causeOf } from './cause-of.ts';
import { CommandError } from './command.ts';
import { packageRoot } from './package-root.ts';

/**
 * Loads the module of `--config`: its default export, or the result when that is a function.
 *
 * @throws CommandError that names the place of the mistake
 */
export async function loadConfig(file: string): Promise<Partial<CheckoutOptions>> {
  const path = resolve(file);
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new CommandError(`${file} does not exist. Check the path after --config.`);
  if (!found.isFile()) throw new CommandError(`${file} is not a file. Pass the module itself with --config.`);
  const stopWatching = watchExit(file);
  try {
    const { default: exported } = (await import(pathToFileURL(path).href)) as { readonly default?: unknown };
    if (exported === undefined)
      throw new CommandError(
        `${file} has no default export. Write the options of createCheckout as: export default { ... };`,
      );
    if (typeof exported !== 'function')
      return readOptions(await Promise.resolve(exported), file, 'the default export is');
    return readOptions(await (exported as () => unknown)(), file, 'the function of the default export returned');
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${file} cannot be loaded: ${explain(error, path)}`);
  } finally {
    stopWatching();
  }
}

/** @throws CommandError when it is not the options of a checkout */
function readOptions(found: unknown, file: string, what: string): Partial<CheckoutOptions> {
  if (typeof found !== 'object' || found === null || Array.isArray(found))
    throw new CommandError(
      `${file}: ${what} ${kindOf(found)}, and an object with the options of createCheckout is needed.`,
    );
  if ('handle' in found)
    throw new CommandError(
      `${file} exports a checkout. Export the options of createCheckout instead: a checkout would start its background work here.`,
    );
  return found;
}

/** Node's exit code when a promise of a module is never settled. */
const UNSETTLED = 13;

/** Reports a module that ends the process while it is loaded. Returns a function that ends this. */
function watchExit(file: string): () => void {
  const onExit = (code: number) => {
    const reason =
      code === UNSETTLED ? 'it waits for a promise that nothing settles' : `it ended the process with the code ${code}`;
    process.stderr.write(`${file} cannot be loaded: ${reason}.\n`);
    process.exit(1);
  };
  process.once('exit', onExit);
  return () => void process.off('exit', onExit);
}

/** Why a module cannot be loaded, and where. */
function explain(error: unknown, path: string): string {
  if (!(error instanceof Error)) return `it threw ${JSON.stringify(error) ?? String(error)}.`;
  const { code } = error as NodeJS.ErrnoException;
  const cause = causeOf(error);
  const message = `${sqliteReason(error) || error.name}${cause === undefined ? '' : `: ${cause.message}`}`;
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND')
    return `${message.split('\n', 1)[0]!}. Is the name correct, and is the package installed?`;
  const isNoModule = code === 'ERR_IMPORT_ATTRIBUTE_MISSING' || code === 'ERR_UNKNOWN_FILE_EXTENSION';
  if (isNoModule && message.includes(basename(path)))
    return /\.[cm]?ts$/.test(path)
      ? `TypeScript needs Node 22.18 or later, and this is ${process.version}.`
      : 'it is no module. Pass a file in JavaScript or TypeScript, such as pay.config.mjs.';
  const place = placeOf(error.stack ?? '');
  if (place !== undefined) return `${asSentence(message)}\n  at ${place}`;
  if (!(error instanceof SyntaxError)) return asSentence(message);
  // Node keeps the place of a syntax error to itself, unless it prints the error.
  const { stderr } = spawnSync(process.execPath, ['--check', path], { encoding: 'utf8' });
  const checked = placeOf(stderr ?? '');
  if (checked !== undefined) return `${message}.\n  at ${checked}`;
  return `${message}, in this module or in one that it imports. To see where, run: node ${shorten(path)}`;
}

/** Node's lines above an error: the file with the line, the source, and marks below the column. */
const MARKED = /^(?:file:\/\/)?(\/.+|[A-Z]:.+):(\d+)\n.*\n(\s*)\^/;

/** A line of a stack trace in a module. */
const FRAME = /^ {4}at (?:async )?(?:.* \()?((?:file:\/\/|\/|[A-Z]:\\).+):(\d+):(\d+)\)?$/gm;

/** The place of an error in the shop's own modules: `pay.config.mjs:3:12`. Undefined when the stack has none. */
function placeOf(stack: string): string | undefined {
  const marked = MARKED.exec(stack);
  if (marked) return `${shorten(marked[1]!)}:${marked[2]}:${marked[3]!.length + 1}`;
  for (const [, file, line, column] of stack.matchAll(FRAME)) {
    const path = file!.startsWith('file:') ? fileURLToPath(file!) : file!;
    if (path.includes(`${sep}node_modules${sep}`) || path.startsWith(packageRoot)) continue;
    return `${shorten(path)}:${line}:${column}`;
  }
  return undefined;
}

/** A path relative to the working directory, where that is shorter. */
function shorten(path: string): string {
  const short = relative(process.cwd(), path);
  return short.length < path.length ? short : path;
}
