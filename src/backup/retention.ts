import type { Destination } from './destination.ts';
import { expiredFiles } from './kept-files.ts';
import { type Base, type ChainHoldings, chainKey, type Holdings, readHoldings } from './layout.ts';
import { lsnOf, segmentStart, startOfSegment } from './lsn.ts';

const dayMs = 86_400_000;
/** An unfinished base backup is being made for no longer than this. */
const unfinishedMs = dayMs;

/**
 * Lists the files that no kept moment needs. Kept are the newest base backup before the oldest moment, all later ones, the WAL
 * after the first of them, and bases that may still be in progress. The newest base always stays.
 */
export function expiredKeys(
  chains: readonly ChainHoldings[],
  unfinished: ReadonlyArray<{ key: string; modifiedAt: number }>,
  retentionDays: number,
  now: number,
): string[] {
  const oldest = new Date(now - retentionDays * dayMs).toISOString();
  const all = chains.flatMap(({ bases }) => bases);
  // Places in this order, because the clock may have been set back between two of them.
  const first = all.findLastIndex(({ finished_at }) => finished_at <= oldest);
  const isKept = (base: Base) => all.indexOf(base) >= first;
  const keys = unfinished
    .filter(({ modifiedAt }) => now - modifiedAt > unfinishedMs)
    .map(({ key }) => key);
  for (const { chain, bases, wal } of chains) {
    const [start] = bases.filter(isKept);
    const isEnded = chain.ended_at !== undefined;
    for (const base of bases) if (!isKept(base)) keys.push(...keysOfBase(base));
    if (!start && isEnded) keys.push(...wal.map(({ key }) => key), chainKey(chain.id));
    else if (start) {
      const needed = segmentStart(lsnOf(start.start_lsn));
      keys.push(
        ...wal.filter(({ segment }) => startOfSegment(segment) < needed).map(({ key }) => key),
      );
    }
  }
  return keys;
}

/** Whether there is something that was stored before a moment, in milliseconds. */
export const holdsBefore = ({ chains }: Pick<Holdings, 'chains'>, moment: number): boolean =>
  chains.some(
    ({ bases, wal }) =>
      bases.some(({ started_at }) => Date.parse(started_at) <= moment) ||
      wal.some(({ storedAt }) => storedAt <= moment),
  );

/** Its files, that which makes it complete first. */
export const keysOfBase = ({ tar, manifest }: Base): string[] => [
  tar.key.replace(/[^/]+$/, 'base.json'),
  tar.key,
  manifest.key,
];

/**
 * Removes it. While something there cannot be read, base backups and WAL stay: what that needs is not known.
 * @returns how many files
 */
export async function prune(
  destination: Destination,
  retentionDays: number,
  now = Date.now(),
): Promise<number> {
  const { chains, damaged, unfinished } = await readHoldings(destination);
  const keys = [
    ...(damaged.length > 0 ? [] : expiredKeys(chains, unfinished, retentionDays, now)),
    ...(await expiredFiles(destination, retentionDays, now)),
  ];
  await destination.remove(keys);
  return keys.length;
}
