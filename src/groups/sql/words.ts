import { type ScanToken, scanSync } from 'libpg-query';

/** The words of a statement, without comments, found by their places in bytes. */
export class Words {
  private readonly tokens: ScanToken[];
  private readonly bytes: number;

  constructor(sql: string) {
    this.tokens = scanSync(sql).tokens.filter(({ tokenName }) => !tokenName.endsWith('COMMENT'));
    const last = this.tokens.findIndex(({ text }) => text === ';');
    if (last >= 0) this.tokens = this.tokens.slice(0, last);
    this.bytes = this.tokens.at(-1)?.end ?? 0;
  }

  start = (index: number): number => this.tokens[index]?.start ?? this.bytes;
  end = (index: number): number => this.tokens[index]?.end ?? this.bytes;
  at = (byte: number): number => this.tokens.findIndex(({ start }) => start === byte);

  /** The keyword that a statement begins with, before its table. */
  before(table: number, word: string): number {
    for (let index = table; index >= 0; index--) if (this.is(index, [word])) return index;
    return table;
  }

  /** The first of these, outside brackets, after a place; where there is none, the end. */
  clause(words: string[], after: number): { index: number; start: number } {
    const index = this.find(words, after + 1);
    return { index, start: this.start(index) };
  }

  /** The first of these words or signs outside of brackets that open after `from`. */
  find(words: string[], from: number): number {
    let depth = 0;
    for (let index = from; index < this.tokens.length; index++) {
      // `a is distinct from b` begins no clause.
      const isPart = this.is(index, ['from']) && this.is(index - 1, ['distinct']);
      if (depth === 0 && !isPart && this.is(index, words)) return index;
      depth += this.depthOf(index);
    }
    return this.tokens.length;
  }

  /** The bracket that closes one. */
  closing(opening: number): number {
    let depth = 0;
    for (let index = opening; index < this.tokens.length; index++) {
      depth += this.depthOf(index);
      if (depth === 0) return index;
    }
    return this.tokens.length;
  }

  /** The parts between commas outside brackets, each with its first word and the byte where it ends. */
  list(from: number, to: number): { first: number; end: number }[] {
    const items: { first: number; end: number }[] = [];
    for (let first = from; first < to; ) {
      const comma = Math.min(this.find([','], first), to);
      items.push({ first, end: this.end(comma - 1) });
      first = comma + 1;
    }
    return items;
  }

  private is(index: number, words: string[]): boolean {
    const { text = '' } = this.tokens[index] ?? {};
    // A name in quotes keeps them.
    return words.includes(text.toLowerCase());
  }

  private depthOf(index: number): number {
    const { text = '' } = this.tokens[index] ?? {};
    return text === '(' || text === '[' ? 1 : text === ')' || text === ']' ? -1 : 0;
  }
}
