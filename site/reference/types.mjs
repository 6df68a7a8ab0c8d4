/** Reads the types of the package with their comments, straight from the sources: what the reference pages list. */
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const src = fileURLToPath(new URL('../../src', import.meta.url));
const files = new Map();

function parse(file) {
  if (!files.has(file)) {
    const text = readFileSync(join(src, file), 'utf8');
    files.set(file, ts.createSourceFile(join(src, file), text, ts.ScriptTarget.Latest, true));
  }
  return files.get(file);
}

/** The files that export a type, an interface or a class, by its name. */
const exporters = Map.groupBy(
  globSync('{core,html,sandbox,server,testing,wallets}/**/*.ts', { cwd: src }).flatMap((path) => {
    const file = path.replaceAll('\\', '/');
    const text = readFileSync(join(src, file), 'utf8');
    return [...text.matchAll(/^export (?:interface|type|class|abstract class) (\w+)/gm)].map(([, name]) => ({
      name,
      file,
    }));
  }),
  ({ name }) => name,
);

/** The file of `src` that exports a type, wherever it stands. @throws Error when none does, or several do */
function fileOf(name) {
  const found = exporters.get(name) ?? [];
  if (found.length !== 1) throw new Error(`${name} is exported by ${found.length} files of src`);
  return found[0].file;
}

/** The text of a doc comment, as Markdown. */
const plain = (comment) =>
  comment
    .replace(/^\/\*\*|\*\/$/g, '')
    .replace(/^[ \t]*\* ?/gm, '')
    .trim()
    // Examples, which comments indent.
    .replace(
      /(?<=\n\n)(?: {4}.*(?:\n|$))+/g,
      (lines) => `\`\`\`ts\n${lines.replace(/^ {4}/gm, '').trimEnd()}\n\`\`\`\n`,
    )
    .trim();

/** The last doc comment in a piece of source, without its markers; empty when there is none. */
const lastComment = (text) => plain(text.match(/\/\*\*[\s\S]*?\*\//g)?.at(-1) ?? '');

/** The type, interface or class of this name: in `file`, where that declares it, or in the file of `src` that exports it. */
function declaration(name, file) {
  const here = file && parse(file).statements.find((statement) => statement.name?.text === name);
  return here ?? parse(fileOf(name)).statements.find((statement) => statement.name?.text === name);
}

const pathOf = (node) => relative(src, node.getSourceFile().fileName).replaceAll('\\', '/');

/** What the comment of a type or class says of it. */
export const commentOf = (name, file) =>
  lastComment(
    declaration(name, file)
      .getFullText()
      .split(/\bexport\b/, 1)[0],
  );

/** `{ name, optional, type, text }` of a property in an interface or an object type. */
const property = (member) => ({
  name: member.name.text,
  optional: !!member.questionToken,
  type: member.type?.getText().replace(/\s+/g, ' ') ?? `(${member.parameters.map((p) => p.getText()).join(', ')})`,
  text: lastComment(member.getFullText().slice(0, member.getStart() - member.pos)),
});

/** The properties of an interface, those of the interfaces that it extends included, or of the object types in a union. */
export function propertiesOf(name, file) {
  const node = declaration(name, file);
  if (ts.isTypeAliasDeclaration(node)) {
    const objects = (node.type.types ?? [node.type]).flatMap(parts).filter(ts.isTypeLiteralNode);
    return objects.flatMap(({ members }) => members.map(property)).filter(({ type }) => type !== 'undefined');
  }
  const bases = (node.heritageClauses ?? []).flatMap(({ types }) => types.map(({ expression }) => expression.text));
  const own = node.members.filter((member) => member.name).map(property);
  const inherited = bases
    .filter((base) => isDeclared(base, pathOf(node)))
    .flatMap((base) => propertiesOf(base, pathOf(node)));
  return [...own, ...inherited.filter(({ name }) => !own.some((other) => other.name === name))];
}

const isDeclared = (name, file) =>
  exporters.has(name) || parse(file).statements.some((statement) => statement.name?.text === name);

/** The members of a union, each with the comment that stands before its `|`: `{ node, text }`. */
function unionOf(name, file) {
  const { type } = declaration(name, file);
  const source = type.getSourceFile().text;
  let end = type.pos;
  return type.types.map((node) => {
    const text = lastComment(source.slice(end, node.getStart()));
    end = node.end;
    return { node, text };
  });
}

/** The words of a union of string literals and of other such unions: `{ name, text }`. */
export const wordsOf = (name) =>
  unionOf(name).flatMap(({ node, text }) =>
    ts.isTypeReferenceNode(node) ? wordsOf(node.typeName.text) : { name: node.literal.text, text },
  );

/** The object types inside a member of a union, and the names of the types that it takes others from. */
function parts(node) {
  if (ts.isParenthesizedTypeNode(node)) return parts(node.type);
  if (ts.isIntersectionTypeNode(node)) return node.types.flatMap(parts);
  return [node];
}

/**
 * The members of a union of objects that one property tells apart: `{ name, text, fields }`.
 *
 * @param key that property: `type` or `code`
 */
export function variantsOf(name, key, file) {
  return unionOf(name, file).flatMap(({ node, text }) => {
    const reference = ts.isTypeReferenceNode(node) && node.typeName.text;
    const from = pathOf(node);
    if (reference && ts.isTypeAliasDeclaration(declaration(reference, from))) return variantsOf(reference, key, from);
    const fields = parts(node).flatMap((part) =>
      ts.isTypeReferenceNode(part) ? propertiesOf(part.typeName.text, from) : part.members.map(property),
    );
    const names = fields.find((field) => field.name === key).type.match(/(?<=')[\w-]+(?=')/g);
    const about = text || (reference ? commentOf(reference, from) : '');
    return names.map((variant) => ({
      name: variant,
      text: about,
      fields: fields.filter((field) => field.name !== key),
    }));
  });
}

/** The object literal of texts or numbers that a constant has, in the file that exports this type. */
export function constantOf(type, name) {
  const all = parse(fileOf(type))
    .statements.filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations);
  let literal = all.find((one) => one.name.text === name).initializer;
  // `{ … } as const satisfies Type`
  while (ts.isAsExpression(literal) || ts.isSatisfiesExpression(literal)) literal = literal.expression;
  const entries = literal.properties.map(({ name, initializer: value }) => [
    name.text,
    ts.isNumericLiteral(value) ? Number(value.text) : value.text,
  ]);
  return Object.fromEntries(entries);
}
