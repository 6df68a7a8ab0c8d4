/** Reads the types of the package with their comments, straight from the sources: what the reference pages list. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const src = fileURLToPath(new URL('../../src', import.meta.url));
const files = new Map();

function parse(file) {
  if (!files.has(file)) {
    const text = readFileSync(join(src, file), 'utf8');
    files.set(file, ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  }
  return files.get(file);
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

/** The type or interface that `file` declares. @throws Error that names it */
function declaration(file, name) {
  const found = parse(file).statements.find((statement) => statement.name?.text === name);
  if (!found) throw new Error(`src/${file} declares no ${name}`);
  return found;
}

/** What the comment of a type or function says of it. */
export const commentOf = (file, name) =>
  lastComment(
    declaration(file, name)
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

/** The properties of an interface, those that it takes from another one in the same file included. */
export function propertiesOf(file, name) {
  const { members, heritageClauses = [] } = declaration(file, name);
  const isHere = (base) => parse(file).statements.some((statement) => statement.name?.text === base);
  const bases = heritageClauses.flatMap(({ types }) => types.map(({ expression }) => expression.text)).filter(isHere);
  const own = members.filter((member) => member.name).map(property);
  const inherited = bases.flatMap((base) => propertiesOf(file, base));
  return [...own, ...inherited.filter(({ name }) => !own.some((other) => other.name === name))];
}

/** The members of a union, each with the comment that stands before its `|`: `{ node, text }`. */
function unionOf(file, name) {
  const { type } = declaration(file, name);
  const source = parse(file).text;
  let end = type.pos;
  return type.types.map((node) => {
    const text = lastComment(source.slice(end, node.getStart()));
    end = node.end;
    return { node, text };
  });
}

/** The words of a union of string literals: `{ name, text }`. Those that share a comment share its text. */
export function wordsOf(file, name) {
  return unionOf(file, name).map(({ node, text }) => ({ name: node.literal.text, text }));
}

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
 * @param elsewhere the files of types that the union or its members take from elsewhere, by name
 */
export function variantsOf(file, name, key, elsewhere = {}) {
  return unionOf(file, name).flatMap(({ node, text }) => {
    const reference = ts.isTypeReferenceNode(node) && node.typeName.text;
    if (reference && ts.isTypeAliasDeclaration(declaration(elsewhere[reference], reference)))
      return variantsOf(elsewhere[reference], reference, key, elsewhere);
    const fields = parts(node).flatMap((part) =>
      ts.isTypeReferenceNode(part)
        ? propertiesOf(elsewhere[part.typeName.text] ?? file, part.typeName.text)
        : part.members.map(property),
    );
    const names = fields.find((field) => field.name === key).type.match(/(?<=')[\w-]+(?=')/g);
    const about = text || (reference ? commentOf(elsewhere[reference], reference) : '');
    return names.map((variant) => ({
      name: variant,
      text: about,
      fields: fields.filter((field) => field.name !== key),
    }));
  });
}

/** The object literal of texts or numbers that `file` gives a constant. */
export function constantOf(file, name) {
  const all = parse(file)
    .statements.filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations);
  const { initializer } = all.find((one) => one.name.text === name);
  const entries = initializer.properties.map(({ name, initializer: value }) => [
    name.text,
    ts.isNumericLiteral(value) ? Number(value.text) : value.text,
  ]);
  return Object.fromEntries(entries);
}
