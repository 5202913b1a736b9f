/** Part of a chunk of NDJSON. */
export interface LineSet {
  /** The row of the chunk that it begins with, from 1. */
  first: number;
  lines: Buffer;
  count: number;
}

const newline = 0x0a;

/** A chunk in sets of so many rows and bytes at most; a row that is larger is a set of its own. */
export function* setsOf(chunk: Buffer, rows: number, bytes: number): Generator<LineSet> {
  let begin = 0;
  let end = 0;
  let first = 1;
  let count = 0;
  while (end < chunk.length) {
    const found = chunk.indexOf(newline, end);
    const next = found === -1 ? chunk.length : found + 1;
    if (count > 0 && (count === rows || next - begin > bytes)) {
      yield { first, lines: chunk.subarray(begin, end), count };
      first += count;
      begin = end;
      count = 0;
    }
    end = next;
    count += 1;
  }
  if (count > 0) yield { first, lines: chunk.subarray(begin, end), count };
}

/** Both halves of a set. */
export const halvesOf = ({ first, lines, count }: LineSet): LineSet[] =>
  [...setsOf(lines, Math.ceil(count / 2), Number.POSITIVE_INFINITY)].map((half) => ({
    ...half,
    first: first + half.first - 1,
  }));

/** The rows as one JSON array. A line break never stands inside a row: JSON writes it as an escape. */
export const asArray = ({ lines }: LineSet): string =>
  `[${lines.toString().trimEnd().replaceAll('\n', ',')}]`;
