/** What a value must be. */
export interface Rule {
  /** Follows 'must be' in a message. */
  readonly needs: string;
  readonly accepts: (value: unknown) => boolean;
}

export const flag: Rule = { needs: 'true or false', accepts: (value) => typeof value === 'boolean' };

export const text: Rule = {
  needs: 'a text that is not empty',
  accepts: (value) => typeof value === 'string' && value !== '',
};

export const address: Rule = {
  needs: 'an address that begins with http:// or https://',
  accepts: (value) => typeof value === 'string' && URL.canParse(value) && /^https?:/.test(value),
};

export const object: Rule = {
  needs: 'an object',
  accepts: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

export const callback: Rule = { needs: 'a function', accepts: (value) => typeof value === 'function' };

export const count = (least: number, most: number = Number.MAX_SAFE_INTEGER): Rule => ({
  needs: `a whole number ${most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`}`,
  accepts: (value) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
});

/** A finite number that is not negative. */
export const amount: Rule = {
  needs: 'a number from 0 on',
  accepts: (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0,
};

export const oneOf = (...values: readonly (string | boolean | null)[]): Rule => ({
  needs: either(values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)))),
  accepts: (value) => values.some((each) => each === value),
});

export const anyOf = (...rules: readonly Rule[]): Rule => ({
  needs: either(rules.map(({ needs }) => needs)),
  accepts: (value) => rules.some((rule) => rule.accepts(value)),
});

export const listOf = (item: Rule): Rule => ({
  needs: `a list, each item ${item.needs}`,
  accepts: (value) => Array.isArray(value) && value.every(item.accepts),
});

/** An object that may have these fields and no others. */
export const fields = (rules: Readonly<Record<string, Rule>>): Rule => ({
  needs: `an object with ${Object.entries(rules)
    .map(([name, { needs }]) => `${name} (${needs})`)
    .join(', ')}`,
  accepts: (value) =>
    object.accepts(value) &&
    Object.entries(value as object).every(
      ([name, each]) => each === undefined || (rules[name]?.accepts(each) ?? false),
    ),
});

/** An object that has all of these fields and no others. */
export const allFields = (rules: Readonly<Record<string, Rule>>): Rule => {
  const { needs, accepts } = fields(rules);
  const names = Object.keys(rules);
  return {
    needs: `${needs}; all are needed`,
    accepts: (value) => accepts(value) && names.every((name) => Object.hasOwn(value as object, name)),
  };
};

/** An object with the same kind of value under some of these names. */
export const recordOf = (names: readonly string[], value: Rule): Rule => ({
  needs: `an object with some of ${names.join(', ')}, each ${value.needs}`,
  accepts: fields(Object.fromEntries(names.map((name) => [name, value]))).accepts,
});

function either(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
