const longest = 63;
const leastPrefix = 4;

/**
 * The known name that was probably meant.
 * @returns undefined where none is close: another case, separator or number (`property`, `properties`), about one slip in three
 * letters, two at most, or the only one that begins with it, or that it begins with
 */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  if (given.length > longest) return undefined;
  const plain = plainOf(given);
  let nearest: string | undefined;
  let least = Math.min(2, Math.floor(plain.length / 3)) + 1;
  for (const name of known) {
    const other = plainOf(name);
    if (Math.abs(plain.length - other.length) > 3) continue;
    const distance = Math.min(
      slips(plain, other, least),
      singular(plain) === singular(other) ? 0 : least,
    );
    if (distance >= least) continue;
    least = distance;
    nearest = name;
  }
  return nearest ?? onlyBeginning(plain, known);
}

function onlyBeginning(plain: string, known: readonly string[]): string | undefined {
  const [only, ...others] = known.filter((name) => {
    const other = plainOf(name);
    const isLong = Math.min(plain.length, other.length) >= leastPrefix;
    return isLong && (other.startsWith(plain) || plain.startsWith(other));
  });
  return others.length === 0 ? only : undefined;
}

const plainOf = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const singular = (plain: string): string => plain.replace(/ies$/, 'y').replace(/s$/, '');

/**
 * How many letters have to be put in, left out, replaced or swapped with their neighbour to make one text of another
 * (optimal string alignment).
 * @returns `limit` or more, without counting on, where they are too different in length
 */
function slips(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const above = rows[i - 1] as number[];
      const isSame = a[i - 1] === b[j - 1];
      row[j] = Math.min(
        (above[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (above[j - 1] as number) + (isSame ? 0 : 1),
        a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? ((rows[i - 2] as number[])[j - 2] as number) + 1
          : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] as number;
}
