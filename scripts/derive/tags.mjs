/**
 * The tags as the typings, wrappers and editors' files need them, read from custom-elements.json.
 * No tag is named here: everything comes from the class comments.
 */
import { readFileSync } from 'node:fs';

/** `pay-status` -> `PayStatus` */
const pascal = (name) => name.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());

/** The words of a union of string literals; none where the type is any other. */
const wordsOf = (type) => (/^\s*'[^']*'(\s*\|\s*'[^']*')*\s*$/.test(type) ? type.match(/(?<=')[\w-]+(?=')/g) : []);

function readTag({ path, tag }) {
  const settable = tag.attributes.filter(
    ({ fieldName }) => !tag.members.some(({ name, readonly }) => name === fieldName && readonly),
  );
  return {
    name: tag.tagName,
    component: pascal(tag.tagName),
    element: tag.name,
    /** Of the module with its class, below the package: `dist/elements/pay-crypto/pay-crypto.js`. */
    path,
    description: tag.description,
    /** `lang` has no property of ours: it is every element's. */
    attributes: settable.map(({ name, fieldName, type, description }) => {
      const words = wordsOf(type.text);
      // The property takes more than text (an object), an attribute's words say more than `string`.
      const field = tag.members.find((member) => member.name === fieldName);
      return {
        name,
        field: fieldName,
        type: words.length || !field ? type.text : field.type.text,
        words,
        description,
        /** What the property says of itself: it may take more than the attribute. */
        about: field?.description ?? description,
      };
    }),
    events: tag.events.map(({ name, type, description }) => ({
      name,
      type: type.text,
      handler: `on${pascal(name)}`,
      description,
    })),
    members: tag.members,
    slots: tag.slots,
    parts: tag.cssParts,
    properties: tag.cssProperties,
    states: tag.cssStates,
  };
}

export function readTags(file) {
  const { modules } = JSON.parse(readFileSync(file, 'utf8'));
  return modules
    .flatMap(({ path, declarations = [] }) =>
      declarations.filter(({ tagName }) => tagName).map((tag) => ({ path, tag })),
    )
    .map(readTag);
}

/** A comment of one line, safe inside a comment. */
export const comment = (text) => `/** ${text.replace(/\s+/g, ' ').replaceAll('*/', '*\\/')} */`;
