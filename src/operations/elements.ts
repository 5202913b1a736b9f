/** Matches the signs that open, close and divide lists and objects, and the quote that begins a text. */
const marks = /["[\]{},]/g;

/**
 * Where the elements of a list in JSON text begin and end. It looks at each character once and makes nothing of it.
 * @param begin where its bracket is
 */
export function elementsOf(text: string, begin: number): Array<[from: number, to: number]> {
  const found: Array<[number, number]> = [];
  let depth = 0;
  let from = begin + 1;
  marks.lastIndex = begin;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const [sign] = mark;
    if (sign === '"') {
      marks.lastIndex = endOfText(text, mark.index);
      continue;
    }
    if (sign === '[' || sign === '{') depth += 1;
    else if (sign !== ',') depth -= 1;
    const isEnd = depth === 0;
    if (!isEnd && (depth > 1 || sign !== ',')) continue;
    if (text.slice(from, mark.index).trim() !== '') found.push([from, mark.index]);
    from = mark.index + 1;
    if (isEnd) break;
  }
  return found;
}

/** Where a text that begins at a quotation mark ends. */
function endOfText(text: string, begin: number): number {
  let end = text.indexOf('"', begin + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === '\\') first -= 1;
  return (at - first) % 2 === 1;
}
