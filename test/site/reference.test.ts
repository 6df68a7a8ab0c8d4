import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { simulate } from '../../bench/server/waiting.mjs';
import { EDITED } from '../../site/live/edited.mjs';
import { readGroups, siteLink } from '../../site/pages.mjs';
import { readCommands } from '../../site/reference/command-line.mjs';
import { languageOf } from '../../site/reference/stacks.mjs';
import { readErrors } from '../../site/reference/errors.mjs';
import { readEvents } from '../../site/reference/events.mjs';
import { readLocales } from '../../site/reference/locales.mjs';
import { GROUPS } from '../../site/reference/options.mjs';
import { readWords } from '../../site/reference/status-map.mjs';
import { readTag, tagNames, tagPage } from '../../site/reference/tags.mjs';
import { propertiesOf } from '../../site/reference/types.mjs';
import { madeFiles, madeText } from '../../site/tables.mjs';
import { coins } from '../../src/core/coins/coin.ts';
import { phaseOf, phases } from '../../src/core/payments/phases.ts';
import { exampleFiles } from '../../src/cli/init/example-files.ts';
import { readStacks } from '../../src/cli/init/stacks.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { en } from '../../src/i18n/messages.ts';
import { readOptions } from '../../src/server/options.ts';
import type { CheckoutOptions } from '../../src/server/index.ts';
import { allMatches } from '../support/all-matches.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Named {
  readonly name: string;
}
interface Page {
  readonly slug: string;
  readonly source: string;
  readonly generated?: boolean;
  readonly markdown: string;
  readonly description: string;
}
const pages = (readGroups() as { pages: Page[] }[]).flatMap((group) => group.pages);
const page = (slug: string) => pages.find((one) => one.slug === slug)!.markdown;
const written = pages.filter(({ generated }) => !generated);

/** What matches in these pages, at least once in all of them, each with the name of its page. */
function matchesIn(
  searched: readonly Page[],
  pattern: RegExp,
): (Pick<Page, 'slug' | 'source'> & { readonly match: RegExpExecArray })[] {
  allMatches(searched.map(({ markdown }) => markdown).join('\n'), pattern);
  return searched.flatMap(({ slug, source, markdown }) =>
    [...markdown.matchAll(pattern)].map((match) => ({ slug, source, match })),
  );
}

describe('the pages to start from', () => {
  it('say that only the site has the checkout to try', () => {
    const [before, after] = page('try').split('<!-- live: chain -->\n');
    assert.match(before!, /^The documentation site has a checkout here/m);
    assert.match(after!, /in the package, this page is text alone/);
  });

  it('show for each stack of init its commands, and each program that it writes', () => {
    for (const [name, stack] of Object.entries(readStacks())) {
      const text = page(`start-${name}`);
      assert.ok(text.includes(`npx pay-elements init --stack ${name} `), name);
      const isTypeScript = stack.language === 'typescript';
      const choice = { name, stack, store: stack.stores[0], provider: 'service', isTypeScript } as const;
      const files = [...exampleFiles(choice)].filter(
        ([path]) => /\.(?:[jt]sx?|svelte|vue|astro|php|py)$/.test(path) && !path.startsWith('backend/'),
      );
      assert.ok(files.length > 1);
      for (const [path, code] of files)
        assert.ok(text.includes(`### ${path}\n\n\`\`\`${languageOf(path)}\n${code.trimEnd()}\n\`\`\``), path);
    }
  });
});

describe('the reference pages', () => {
  for (const tag of tagNames)
    it(`list each public member of ${tag} once, and nothing else`, () => {
      const kinds = readTag(tag) as Record<string, Named[]>;
      const text = tagPage(tag);
      const rows = (heading: string) => {
        const [, part = ''] = new RegExp(`^## ${heading}$([\\s\\S]*?)(?=^## |(?![\\s\\S]))`, 'm').exec(text) ?? [];
        const cells = [...part.matchAll(/^\| (`[^`]+`|none) +\|/gm)].map(([, cell]) => cell!.replace(/`/g, ''));
        return cells.sort();
      };
      const names = (kind: string, write = (name: string) => name) =>
        kinds[kind]!.map(({ name }) => write(name)).sort();
      assert.deepEqual(rows('Events'), names('events'));
      assert.deepEqual(
        rows('Slots'),
        names('slots', (name) => name || 'none'),
      );
      assert.deepEqual(
        rows('Parts'),
        names('cssParts', (name) => `::part(${name})`),
      );
      assert.deepEqual(
        rows('States'),
        names('cssStates', (name) => `:state(${name})`),
      );
      assert.deepEqual(rows('Custom properties'), names('cssProperties'));
      for (const { name } of [...kinds['attributes']!, ...kinds['members']!])
        assert.match(text, new RegExp(`\\| \`${name}(\\(\\))?\` `), name);
    });

  it('have every option that a public type has', () => {
    const shown = new Set((GROUPS as { type: string }[]).map(({ type }) => type));
    const api = [
      'elements',
      'html',
      'sandbox',
      'server',
      'server-node',
      'server-opentelemetry',
      'server-postgres',
      'server-sqlite',
      'testing',
      'wallets-evm',
    ]
      .map((name) => read(`api/${name}.api.md`))
      .join('\n');
    const types = [...new Set([...api.matchAll(/^export interface (\w+Options)\b/gm)].map(([, type]) => type!))];
    // What single calls of a client or a provider take.
    const parts = ['CallOptions', 'CreateOptions', 'ProviderCallOptions', 'ProviderCheckOptions'];
    assert.deepEqual(
      types.filter((type) => !shown.has(type) && !parts.includes(type)),
      [],
    );
    const options = page('options');
    for (const { type, path = '' } of GROUPS as { type: string; path?: string }[])
      for (const { name, text } of propertiesOf(type) as { name: string; text: string }[]) {
        assert.ok(options.includes(`### ${path}${name}\n`), `${type}.${name}`);
        assert.ok(text, `${type}.${name} says nothing`);
      }
  });

  it('say the unit of each time', () => {
    const isTime = /timeout|interval|wait|within|after|idle/i;
    const times = (GROUPS as { type: string }[])
      .flatMap(({ type }) => propertiesOf(type) as { name: string; type: string; text: string }[])
      .filter(({ name, type }) => /\bnumber\b/.test(type) && isTime.test(name));
    assert.ok(times.length > 7);
    for (const { name, text } of times) assert.match(text, /\bms\b|\bmilliseconds\b/i, name);
    for (const [row, name] of allMatches(page('backend'), /^\| `(longPoll)` .*$/gm)) assert.match(row, / ms,/, name);
  });

  it('have only options that createCheckout takes', () => {
    const [base] = GROUPS as { type: string; also: Named[] }[];
    const names = [...base!.also, ...(propertiesOf(base!.type) as Named[])].map(({ name }) => name);
    assert.ok(names.length > 20);
    const refusal = (name: string) => {
      try {
        readOptions({ [name]: Symbol() } as unknown as CheckoutOptions);
        return '';
      } catch (error) {
        return (error as { code?: string }).code;
      }
    };
    assert.equal(refusal('unheard'), 'option-unknown');
    for (const name of names) assert.doesNotMatch(refusal(name) ?? '', /unknown|renamed/, name);
  });

  it('list every event with its level and its description', () => {
    const events = readEvents() as { name: string; level: string; text: string }[];
    const source = read('src/server/observability/events.ts');
    const [, levels = ''] = /LEVELS[^{]*\{([\s\S]*?)\n\};/.exec(source) ?? [];
    const expected = [...levels.matchAll(/^ {2}'?([\w-]+)'?: '(\w+)'/gm)].map(([, name, level]) => [name, level]);
    assert.deepEqual(events.map(({ name, level }) => [name, level]).sort(), expected.sort());
    for (const { name, text } of events) assert.ok(text, `${name} says nothing`);
  });

  it('have every error code', () => {
    const { routes, client, page: problems } = readErrors() as Record<string, Named[]>;
    const codes = (file: string) =>
      allMatches(read(file), /(?:^ {2}\| |readonly code: )'([\w-]+)'/gm)
        .map(([, code]) => code!)
        .filter((code) => code !== 'internal');
    for (const [list, file] of [
      [routes, 'src/server/http/http.ts'],
      [client, 'src/server/providers/service/client/errors.ts'],
      [problems, 'src/core/payments/problem.ts'],
    ] as const) {
      const names = list!.map(({ name }) => name);
      for (const code of codes(file)) assert.ok(names.includes(code), code);
      for (const name of names) assert.ok(page('errors').includes(`| \`${name}\` |`), name);
    }
  });

  it('explain each field of an event, each error, each field of order() and each coin', () => {
    for (const slug of ['events', 'errors', 'order', 'coins'])
      for (const row of page(slug)
        .match(/^\|.*\|$/gm)!
        .filter((line) => !/^\| ---/.test(line))) {
        const cells = row.slice(2, -2).split(/ \| /);
        assert.ok(cells.at(-1)!.trim(), `${slug}: ${row}`);
      }
    for (const { symbol } of coins) assert.ok(page('coins').includes(`| \`${symbol}\` |`), symbol);
  });

  it('have the status words that are mapped by default, and every phase', () => {
    const words = readWords() as { phase: string; words: string[] }[];
    for (const { phase, words: list } of words)
      for (const word of list) {
        assert.equal(phaseOf(word), phase);
        assert.ok(page('status-map').includes(`\`${word}\``));
      }
    for (const phase of phases) assert.equal(page('status-map').split(`\n| \`${phase}\` |`).length, 3, phase);
  });

  it('have the help of every command, and every language', async () => {
    const commands = (await readCommands()) as { name: string; help: string }[];
    assert.ok(commands.length >= 4);
    for (const { name, help } of commands) {
      assert.ok(page('command-line').includes(`## ${name}\n`));
      assert.ok(page('command-line').includes(help.trim()));
    }
    assert.deepEqual(readLocales(), ['en', ...Object.keys(LOCALES).sort()]);
    for (const tag of readLocales()) assert.ok(page('locales').includes(`| \`${tag}\` |`), tag);
  });
});

describe('the written pages', () => {
  for (const file of madeFiles as string[])
    it(`${file} is as the sources make it: npm run docs:tables`, async () =>
      assert.equal(read(file), await madeText(file)));

  it('are all in the navigation, each with a title and a description', () => {
    const sources = pages.map(({ source }) => source);
    for (const file of globSync('docs/*.md', { cwd: root, exclude: ['docs/README.md'] }))
      assert.ok(sources.includes(file), file);
    for (const { slug, description } of pages) assert.ok(description.length > 10, slug);
  });

  it('link to pages and files that there are, on the site and in the repository', () => {
    const prose = written.map((one) => ({
      ...one,
      markdown: one.markdown.replace(/^```[\s\S]*?^```$|`[^`\n]+`/gm, ''),
    }));
    for (const { source, match } of matchesIn(prose, /\]\(([^)\s]+)\)/g)) {
      const [, href] = match;
      siteLink(href!, source, pages, '.html');
      const path = /^(?![a-z]+:)[^#]+/.exec(href!)?.[0];
      // Also in the repository and in the package, where there is no generated page.
      if (path) assert.ok(existsSync(join(root, dirname(source), path)), `${source}: ${href}`);
    }
  });

  it('name custom properties, parts, states, events, entries and commands that there are', async () => {
    const all = (kind: string) =>
      new Set(tagNames.flatMap((tag) => (readTag(tag) as Record<string, Named[]>)[kind]!.map(({ name }) => name)));
    const known = {
      '--pay-': all('cssProperties'),
      part: all('cssParts'),
      state: all('cssStates'),
      event: all('events'),
    };
    const { exports } = JSON.parse(read('package.json')) as { exports: Record<string, unknown> };
    const commands = new Map(
      ((await readCommands()) as { name: string; help: string }[]).map(({ name, help }) => [name, help]),
    );
    const entries = Object.keys(exports).map((entry) => `pay-elements${entry.slice(1)}`);
    const isEntry = (name: string) =>
      entries.some((entry) => entry === name || (entry.endsWith('*') && name.startsWith(entry.slice(0, -1))));
    const guides = written.filter(({ source }) => source.startsWith('docs/'));
    for (const [pattern, isKnown] of [
      [/(?<![\w-])(--pay-(?!url\b)[a-z-]*[a-z])/g, (name: string) => known['--pay-'].has(name)],
      [/::part\(([\w-]+)\)/g, (name: string) => known.part.has(name)],
      [/:state\(([\w-]+)\)/g, (name: string) => known.state.has(name)],
      [/(?:from|import) '(pay-elements[^']*)'/g, isEntry],
    ] as const)
      for (const { slug, match } of matchesIn(guides, pattern)) assert.ok(isKnown(match[1]!), `${slug}: ${match[1]}`);
    let flags = 0;
    for (const { slug, match } of matchesIn(guides, /npx pay-elements ([a-z]+)([^`\n]*)/g)) {
      const [, command, rest] = match;
      assert.ok(commands.has(command!), `${slug}: ${command}`);
      for (const [flag] of rest!.split(' -- ')[0]!.matchAll(/--[a-z-]+/g)) {
        assert.ok(commands.get(command!)!.includes(flag), `${slug}: ${command} ${flag}`);
        flags += 1;
      }
    }
    assert.ok(flags > 10);
  });

  it('name options by links that lead to them', () => {
    const headings = new Set(
      allMatches(page('options'), /^### (.+)$/gm).map(([, name]) => name!.toLowerCase().replace(/[^\w-]/g, '')),
    );
    for (const { slug, match } of matchesIn(pages, /\]\(options\.md#([\w-]+)\)/g))
      assert.ok(headings.has(match[1]!), `${slug}: ${match[1]}`);
  });

  it('quote the messages of the tags', () => {
    const texts = new Set(Object.values<string>(en));
    const quotes = [...page('faq').matchAll(/^### The tag says '(.+)'$/gm)].map(([, text]) => text!);
    assert.ok(quotes.length >= 5);
    for (const text of quotes) assert.ok(texts.has(text), text);
  });

  it('have a rule for every event of level error, and rules for events that there are', () => {
    const events = readEvents() as { name: string; level: string }[];
    const [, rules] = /^## Alerts$([^]*?)^## /m.exec(page('operations'))!;
    const [, ...rows] = rules!.match(/^\|.*\|$/gm)!.filter((line) => !line.startsWith('| --'));
    const named = rows.flatMap((row) => [...row.split(' | ')[1]!.matchAll(/`([\w-]+)`/g)].map(([, name]) => name!));
    for (const { name } of events.filter(({ level }) => level === 'error')) assert.ok(named.includes(name), name);
    for (const name of named.filter((one) => one !== 'error'))
      assert.ok(events.some((event) => event.name === name), name); // prettier-ignore
  });

  it('name events of the backend that there are', () => {
    const names = new Set((readEvents() as Named[]).map(({ name }) => name));
    for (const [, name] of allMatches(page('faq'), /(?:events? |^\| )`([a-z]+-[a-z-]+)`/gm))
      if (!name!.startsWith('pay-')) assert.ok(names.has(name!), name);
  });
});

describe('the theme editor', () => {
  it('offers custom properties that every tag has', () => {
    for (const tag of tagNames) {
      const { cssProperties } = readTag(tag) as Record<string, Named[]>;
      for (const { name } of EDITED as Named[])
        assert.ok(
          cssProperties!.some((property) => property.name === name),
          name,
        );
    }
  });
});

describe('the simulation of payers who wait', () => {
  it('counts one request for each time that one is held', () => {
    const { perSecond, held } = simulate(1_000, { maxLongPolls: Infinity });
    // Held for 12 to 15 s, 13.5 on average, and a rest of 0.3 s.
    assert.ok(Math.abs(perSecond - 1_000 / 13.8) < 2, String(perSecond));
    assert.ok(held > 950 && held <= 1_000, String(held));
  });

  it('keeps no more requests open than the limit, and sends the others an interval', () => {
    const { perSecond, held } = simulate(1_000, { maxLongPolls: 100 });
    assert.ok(held <= 100);
    assert.ok(perSecond > simulate(1_000, { maxLongPolls: 1_000 }).perSecond);
  });
});
