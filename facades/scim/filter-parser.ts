import type { ComparisonOperator } from '../../src/directory/filter/attribute-filter.js';
import { isAttributeName, parseAttributePath } from './attribute-path.js';
import { TextSyntaxError, type Token, tokenize } from './filter-tokens.js';
import type { AttributeFilter, Literal } from './inputs.js';

/** How deep parentheses, brackets and `not` may nest, and how many comparisons one filter may hold. */
export const filterLimits = { length: 8192, depth: 20, comparisons: 300 } as const;

const operators: ReadonlyMap<string, ComparisonOperator> = new Map(
  (['EQ', 'NE', 'CO', 'SW', 'EW', 'GT', 'GE', 'LT', 'LE'] as const).map((operator) => [
    operator.toLowerCase(),
    operator,
  ]),
);
const constants: ReadonlyMap<string, Literal> = new Map<string, Literal>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export interface FilterOptions {
  /** Takes `externalId eq jyoung` for `externalId eq "jyoung"`, a form that some documentation shows. */
  readonly unquotedLiterals?: boolean;
}

/**
 * Reads filter text by recursive descent (RFC 7644 §3.4.2.2, figure 1): `or` binds weaker than `and`, `and`
 * weaker than `not`. Time is linear in the text; depth and number of comparisons are limited.
 */
export class FilterParser {
  private readonly tokens: readonly Token[];
  private index = 0;
  private depth = 0;
  private comparisons = 0;

  constructor(
    text: string,
    private readonly options: FilterOptions = {},
  ) {
    if (text.length > filterLimits.length) {
      throw new TextSyntaxError(`It is longer than ${filterLimits.length} characters`, filterLimits.length);
    }
    this.tokens = tokenize(text);
  }

  /** The whole text as one filter. */
  filter(): AttributeFilter {
    const filter = this.disjunction(false);
    this.expectEnd('"and" or "or"');
    return filter;
  }

  /** The whole text as a PATCH path: `attrPath` or `attrPath[filter]` with an optional `.sub` after it. */
  path(): { attribute: string; where?: AttributeFilter; subAttribute?: string } {
    const word = this.word('an attribute');
    const path = this.attributePath(word);
    if (this.peek().kind !== '[') {
      this.expectEnd('the end of the path');
      return path;
    }
    if (path.subAttribute) throw this.unexpected('the end of the path');
    const where = this.brackets();
    const next = this.peek();
    if (next.kind === 'end') return { attribute: path.attribute, where };
    const subAttribute = this.subAttributeAfterBracket('"." and a sub-attribute, or the end of the path');
    this.expectEnd('the end of the path');
    return { attribute: path.attribute, where, subAttribute };
  }

  private disjunction(inBrackets: boolean): AttributeFilter {
    const terms = [this.conjunction(inBrackets)];
    while (this.takeWord('or')) terms.push(this.conjunction(inBrackets));
    return terms.length === 1 && terms[0] ? terms[0] : { or: terms };
  }

  private conjunction(inBrackets: boolean): AttributeFilter {
    const terms = [this.operand(inBrackets)];
    while (this.takeWord('and')) terms.push(this.operand(inBrackets));
    return terms.length === 1 && terms[0] ? terms[0] : { and: terms };
  }

  private operand(inBrackets: boolean): AttributeFilter {
    if (this.peek().kind === '(') return this.group(inBrackets);
    if (this.tokens[this.index + 1]?.kind === '(' && this.takeWord('not')) {
      return { not: this.group(inBrackets) };
    }
    const word = this.word('an attribute');
    if (inBrackets) {
      if (!isAttributeName(word.text))
        throw new TextSyntaxError(`"${word.text}" is no sub-attribute`, word.start);
      return this.expression(word.text);
    }
    const { attribute, subAttribute } = this.attributePath(word);
    if (this.peek().kind !== '[') return this.expression(subAttribute ? word.text : attribute);
    if (subAttribute) throw this.unexpected('an operator');
    return this.elementFilter(attribute);
  }

  private elementFilter(attribute: string): AttributeFilter {
    const where = this.brackets();
    const next = this.peek();
    if (next.kind !== 'word' || !next.text.startsWith('.')) return { element: { attribute, where } };
    // `emails[type eq "work"].value eq "x"`, Microsoft Entra ID's form: the same element meets both.
    const subAttribute = this.subAttributeAfterBracket('a sub-attribute');
    return { element: { attribute, where: { and: [where, this.expression(subAttribute)] } } };
  }

  private expression(attribute: string): AttributeFilter {
    this.comparisons += 1;
    const word = this.word('an operator');
    if (this.comparisons > filterLimits.comparisons) {
      throw new TextSyntaxError(`It holds more than ${filterLimits.comparisons} comparisons`, word.start);
    }
    if (word.text.toLowerCase() === 'pr') return { present: attribute };
    const operator = operators.get(word.text.toLowerCase());
    if (!operator) {
      throw new TextSyntaxError(
        `"${word.text}" is no operator; there are eq, ne, co, sw, ew, gt, ge, lt, le and pr`,
        word.start,
      );
    }
    return { compare: { attribute, operator, value: this.literal() } };
  }

  private literal(): Literal {
    const token = this.peek();
    if (token.kind === 'string') {
      this.index += 1;
      return token.value;
    }
    const word = this.word('a value');
    const constant = constants.get(word.text.toLowerCase());
    if (constant !== undefined) return constant;
    if (NUMBER.test(word.text) && Number.isFinite(Number(word.text))) return Number(word.text);
    if (this.options.unquotedLiterals) return word.text;
    throw new TextSyntaxError(
      `${word.text} is no value: a text needs double quotes; otherwise write a number, true, false or null`,
      word.start,
    );
  }

  private brackets(): AttributeFilter {
    return this.nested(']', true);
  }

  private group(inBrackets: boolean): AttributeFilter {
    return this.nested(')', inBrackets);
  }

  private nested(closing: ')' | ']', inBrackets: boolean): AttributeFilter {
    const opening = this.peek();
    this.index += 1;
    this.depth += 1;
    if (this.depth > filterLimits.depth) {
      throw new TextSyntaxError(`It nests deeper than ${filterLimits.depth} levels`, opening.start);
    }
    const filter = this.disjunction(inBrackets);
    if (this.peek().kind !== closing) throw this.unexpected(`"and", "or" or "${closing}"`);
    this.index += 1;
    this.depth -= 1;
    return filter;
  }

  private subAttributeAfterBracket(expected: string): string {
    const token = this.peek();
    const adjacent = this.tokens[this.index - 1]?.end === token.start;
    if (!adjacent || token.kind !== 'word' || !isAttributeName(token.text.slice(1)))
      throw this.unexpected(expected);
    if (!token.text.startsWith('.')) throw this.unexpected(expected);
    this.index += 1;
    return token.text.slice(1);
  }

  private attributePath(word: { text: string; start: number }) {
    const path = parseAttributePath(word.text);
    if (!path) throw new TextSyntaxError(`"${word.text}" is no attribute name`, word.start);
    return path;
  }

  private word(expected: string): { text: string; start: number } {
    const token = this.peek();
    if (token.kind !== 'word') throw this.unexpected(expected);
    this.index += 1;
    return token;
  }

  private takeWord(keyword: string): boolean {
    const token = this.peek();
    if (token.kind !== 'word' || token.text.toLowerCase() !== keyword) return false;
    this.index += 1;
    return true;
  }

  private expectEnd(expected: string): void {
    if (this.peek().kind !== 'end') throw this.unexpected(expected);
  }

  private unexpected(expected: string): TextSyntaxError {
    const token = this.peek();
    const found =
      token.kind === 'end'
        ? 'the text ends'
        : token.kind === 'word'
          ? `"${token.text}" stands`
          : token.kind === 'string'
            ? 'a string stands'
            : `"${token.kind}" stands`;
    return new TextSyntaxError(`Where ${expected} is expected, ${found}`, token.start);
  }

  private peek(): Token {
    return this.tokens[this.index] as Token;
  }
}
