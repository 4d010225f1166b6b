/**
 * Lower case without regard to neighbours: a capital sigma becomes σ at the end of a word, too. So the
 * key of a part of a text is a part of the text's key, which comparisons of parts rely on.
 */
export function lowerCase(text: string): string {
  let result = '';
  for (const character of text) result += character.toLowerCase();
  return result;
}
