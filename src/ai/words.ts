/** About how many tokens a text has: models count for themselves. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);

/** The words of a text, in lower case, in their order. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
