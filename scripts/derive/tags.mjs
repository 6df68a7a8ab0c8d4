/**
 * Reads the tags from custom-elements.json, in the form that the typings, wrappers and editors' files need. No tag is
 * named here: all data come from the class comments.
 */
import { readFileSync } from 'node:fs';

/** `pay-status` -> `PayStatus` */
const pascal = (name) => name.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());

/** Returns the values of a union of string literals; an empty list for any other type. */
const wordsOf = (type) => (/^\s*'[^']*'(\s*\|\s*'[^']*')*\s*$/.test(type) ? type.match(/(?<=')[\w-]+(?=')/g) : []);

function readTag({ path, tag }) {
  const settable = tag.attributes.filter(
    ({ fieldName }) => !tag.members.some(({ name, readonly }) => name === fieldName && readonly),
  );
  return {
    name: tag.tagName,
    component: pascal(tag.tagName),
    element: tag.name,
    /**
     * The path of the module with the tag's class, relative to the package: `dist/elements/pay-crypto/pay-crypto.js`.
     */
    path,
    description: tag.description,
    /** `lang` has no property here, because every element has it. */
    attributes: settable.map(({ name, fieldName, type, description }) => {
      const words = wordsOf(type.text);
      // The property's type is used, because it may allow more than text (an object). The values of an attribute are
      // more precise than `string`.
      const field = tag.members.find((member) => member.name === fieldName);
      return {
        name,
        field: fieldName,
        type: words.length || !field ? type.text : field.type.text,
        words,
        description,
        /** The description of the property, which may allow more than the attribute. */
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

/** Creates a comment on one line. The text cannot end the comment. */
export const comment = (text) => `/** ${text.replace(/\s+/g, ' ').replaceAll('*/', '*\\/')} */`;
