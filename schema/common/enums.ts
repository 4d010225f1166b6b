import { registerEnumType } from 'type-graphql';

/**
 * Registers a closed set of words as a GraphQL enum: `end-user` becomes END_USER. Resolvers keep
 * working with the domain's own words.
 */
export function enumOf<const Word extends string>(
  words: readonly Word[],
  options: {
    readonly name: string;
    readonly description: string;
    /** What each word means. */
    readonly words: Readonly<Record<Word, string>>;
  },
): Record<string, Word> {
  const values = Object.fromEntries(words.map((word) => [enumName(word), word])) as Record<string, Word>;
  const valuesConfig = Object.fromEntries(
    words.map((word) => [enumName(word), { description: options.words[word] }]),
  );
  registerEnumType(values, { name: options.name, description: options.description, valuesConfig });
  return values;
}

function enumName(word: string): string {
  return word
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/-/g, '_')
    .toUpperCase();
}
