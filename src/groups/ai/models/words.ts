/** About how many tokens a text has: models count for themselves. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
let segmenter: Intl.Segmenter | undefined;

/** Whether a text is of a script that puts no spaces between words. */
export const isUnspaced = (text: string): boolean => unspaced.test(text);

/** The words of a text, in lower case, in their order. */
export function wordsOf(text: string): string[] {
  const folded = text.normalize('NFKC').toLowerCase();
  if (!isUnspaced(folded)) return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
  const runs = folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return runs.flatMap((run) => (isUnspaced(run) ? segmentsOf(run) : run));
}

/** The words that a dictionary finds in what is written together. */
function segmentsOf(run: string): string[] {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' });
  return Array.from(segmenter.segment(run), ({ segment }) => segment);
}
