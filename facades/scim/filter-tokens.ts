/** A piece of filter text; `start` counts UTF-16 units from 0. */
export type Token =
  | { readonly kind: '(' | ')' | '[' | ']'; readonly start: number; readonly end: number }
  | { readonly kind: 'word'; readonly text: string; readonly start: number; readonly end: number }
  | { readonly kind: 'string'; readonly value: string; readonly start: number; readonly end: number }
  | { readonly kind: 'end'; readonly start: number; readonly end: number };

/** Filter or path text that does not follow the grammar; the caller knows which keyword it deserves. */
export class TextSyntaxError extends Error {
  override readonly name = 'TextSyntaxError';

  constructor(problem: string, position: number) {
    super(`${problem} (at character ${position + 1})`);
  }
}

const BLANKS = /[ \t]*/y;
const WORD = /[^\s"()[\]]+/y;
const STRING = /"(?:[^"\\]|\\.)*"/sy;
const DELIMITER_AFTER_STRING = /[\s)\]]|$/y;

/** Cuts filter text into its tokens in one pass; the last one has the kind `end`. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = position;
    return pattern.exec(text)?.[0];
  };
  for (;;) {
    position += match(BLANKS)?.length ?? 0;
    const start = position;
    const character = text[position];
    if (character === undefined) return [...tokens, { kind: 'end', start, end: start }];
    if (character === '(' || character === ')' || character === '[' || character === ']') {
      position += 1;
      tokens.push({ kind: character, start, end: position });
    } else if (character === '"') {
      const literal = match(STRING);
      if (literal === undefined) throw new TextSyntaxError('The string that begins here has no end', start);
      position += literal.length;
      tokens.push({ kind: 'string', value: decode(literal, start), start, end: position });
      if (match(DELIMITER_AFTER_STRING) === undefined) {
        throw new TextSyntaxError('A blank is needed after the string', position);
      }
    } else {
      const word = match(WORD);
      if (word === undefined) throw new TextSyntaxError('Only blanks may separate words', start);
      position += word.length;
      if (text[position] === '"') throw new TextSyntaxError('A blank is needed before the string', position);
      tokens.push({ kind: 'word', text: word, start, end: position });
    }
  }
}

function decode(literal: string, start: number): string {
  try {
    return JSON.parse(literal) as string;
  } catch {
    throw new TextSyntaxError('The string is not a JSON string: check its escapes', start);
  }
}
