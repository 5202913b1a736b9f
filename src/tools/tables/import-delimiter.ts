import { ApiError } from '../../ground/errors.ts';

const candidates = [',', ';', '\t', '|'] as const;
/** Records that are looked at, and characters: enough to tell, whatever the size of the file. */
const maxRecords = 50;
const maxLength = 250_000;

/** A first line that names the delimiter, as Excel writes and reads it. */
const said = /^sep=(.)(?:\r\n|\n|\r|$)/i;

/** The lines of a file before its header. */
export interface Beginning {
  /** Where the header begins. */
  start: number;
  delimiter: string | undefined;
}

/** Where the header begins: after so many lines, and after one that names the delimiter. */
export function beginningOf(text: string, skippedLines: number): Beginning {
  let start = 0;
  const lineEnd = /\r\n|\n|\r/g;
  for (let line = 0; line < skippedLines; line++) {
    if (!lineEnd.exec(text)) return { start: text.length, delimiter: undefined };
    start = lineEnd.lastIndex;
  }
  const found = said.exec(text.slice(start, start + 10));
  return found
    ? { start: start + found[0].length, delimiter: found[1] }
    : { start, delimiter: undefined };
}

/**
 * The delimiter of a CSV file: one that stands in the header, and as often in the records that follow.
 * @throws 400 where two are as good as each other
 */
export function delimiterIn(text: string): string {
  const [header, ...records] = countsIn(text);
  const found = candidates.filter((delimiter) => (header?.[delimiter] ?? 0) > 0);
  if (found.length < 2) return found[0] ?? ',';
  const fitting = (delimiter: string) =>
    records.filter((counts) => counts[delimiter] === header?.[delimiter]).length;
  const [first, second] = found
    .map((delimiter) => ({ delimiter, fits: fitting(delimiter) }))
    .sort((a, b) => b.fits - a.fits);
  if (first && first.fits > (second?.fits ?? 0)) return first.delimiter;
  throw ApiError.invalid(
    'delimiter',
    'ambiguous_delimiter',
    `must be given: the header may be separated by ${found.map(nameOf).join(' or ')}`,
  );
}

export const nameOf = (delimiter: string): string =>
  delimiter === '\t' ? 'a tab' : `"${delimiter}"`;

type Counts = Record<string, number>;

/** How often each candidate stands outside of quotes, for each of the first records that has one at all. */
function countsIn(text: string): Counts[] {
  const found: Counts[] = [];
  let counts: Counts = {};
  let isQuoted = false;
  let isEmpty = true;
  const end = Math.min(text.length, maxLength);
  for (let at = 0; at <= end && found.length <= maxRecords; at++) {
    const char = text[at] ?? '\n';
    if (char === '"') isQuoted = !isQuoted;
    if (isQuoted && at < end) continue;
    if (char === '\n' || char === '\r') {
      if (!isEmpty) found.push(counts);
      counts = {};
      isEmpty = true;
    } else if ((candidates as readonly string[]).includes(char)) {
      counts[char] = (counts[char] ?? 0) + 1;
      // A record of only delimiters counts as an empty line, except as a header.
      if (found.length === 0) isEmpty = false;
    } else isEmpty = false;
  }
  return found;
}

/**
 * Refuses a header with one name in which another delimiter stands: whatever reads it so makes one property of all.
 * @throws 400 that names the delimiter to send
 */
export function checkSingle(name: string, isQuoted: boolean, delimiter: string): void {
  const others = candidates.filter(
    (other) => other !== delimiter && name.includes(other) && (!isQuoted || /[;\t]/.test(other)),
  );
  if (others.length === 0) return;
  throw ApiError.invalid(
    'delimiter',
    'wrong_delimiter',
    `must be another one: the header has a single column with ${nameOf(others[0] as string)} in its name. Send delimiter "${others[0] === '\t' ? 'tab' : others[0]}", or map the column with mapping`,
  );
}
