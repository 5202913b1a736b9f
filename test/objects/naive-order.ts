import { createHash } from 'node:crypto';

/** An object as far as sorting goes. */
export interface Sorted {
  id: string;
  properties: Record<string, unknown>;
}

/** Texts are ordered by code point, beyond 256 characters by a hash: as app.index_text says. */
function textKey(text: string): number[] {
  const points = Array.from(text, (char) => char.codePointAt(0) as number);
  if (points.length <= 256) return points;
  const hash = `#${createHash('md5').update(text).digest('hex')}`;
  return [...points.slice(0, 256), ...Array.from(hash, (char) => char.charCodeAt(0))];
}

function compareKeys(a: number[], b: number[]): number {
  for (let i = 0; ; i++) {
    if (i === a.length || i === b.length) return a.length - b.length;
    const difference = (a[i] as number) - (b[i] as number);
    if (difference !== 0) return difference;
  }
}

function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return compareKeys(textKey(a), textKey(b));
  return Number(a) - Number(b);
}

/** The expected order of a list sorted by a property: missing values last in both orders, ties by id. */
export function naiveOrder<T extends Sorted>(
  objects: T[],
  name: string,
  order: 'asc' | 'desc',
): T[] {
  const sign = order === 'asc' ? 1 : -1;
  return objects.toSorted((a, b) => {
    const [left, right] = [a.properties[name], b.properties[name]];
    if ((left === undefined) !== (right === undefined)) return left === undefined ? 1 : -1;
    const byValue = left === undefined ? 0 : compareValues(left, right);
    return sign * (byValue || (a.id < b.id ? -1 : 1));
  });
}
