import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A fenced block that names its language. */
export interface Snippet {
  readonly language: string;
  readonly code: string;
  /** The name of the page and the line of the fence: `docs/start.md:17`. */
  readonly place: string;
  /** A name for a file with it, without an extension: `start-17`. */
  readonly id: string;
}

/** Languages of frameworks, which are not installed beside the package: test/frameworks checks them. */
export const FRAMEWORK_LANGUAGES = ['jsx', 'vue'] as const;

/** All snippets of the README and the pages of a package. */
export function readSnippets(folder: string): Snippet[] {
  return ['README.md', ...globSync('docs/*.md', { cwd: folder }).sort()].flatMap((page) => {
    const text = readFileSync(join(folder, page), 'utf8');
    return [...text.matchAll(/^( *)```(\w+)\n([\s\S]*?)^\1```$/gm)].map(([, indent, language, code], i, all) => {
      const line = text.slice(0, all[i]!.index).split('\n').length;
      return {
        language: language!,
        code: code!.replaceAll(`\n${indent}`, '\n').slice(indent!.length),
        place: `${page}:${line}`,
        id: `${basename(page, '.md')}-${line}`,
      };
    });
  });
}
