import { BackupError, MissingError } from './errors.ts';
import type { Base, Chain, ChainHoldings, Holdings, WalFile } from './layout.ts';

/** The base backup and the WAL that a restore reads. */
export interface Found {
  chain: Chain;
  base: Base;
  wal: WalFile[];
  /** When the last of it was stored. */
  until: Date;
}

/** The last moment that a chain can be restored to. */
export const endOf = ({ bases, wal }: ChainHoldings): number =>
  Math.max(
    ...wal.map(({ storedAt }) => storedAt),
    ...bases.map(({ finished_at }) => Date.parse(finished_at)),
  );

/** @returns it with the WAL until it was complete @throws BackupError where it is not there */
export function findBase({ chains }: Holdings, destination: string, id: string): Found {
  for (const { chain, bases, wal } of chains) {
    const base = bases.find((one) => one.id === id);
    if (base) return { chain, base, wal, until: new Date(base.finished_at) };
  }
  throw new MissingError(`There is no base backup ${id} at ${destination}.`);
}

/**
 * Finds the newest base backup before a moment, and the WAL up to it.
 * @throws BackupError that names the moments that can be restored
 */
export function findBackup(
  holdings: Pick<Holdings, 'chains'>,
  destination: string,
  to: Date | 'latest',
): Found {
  const usable = holdings.chains.filter(({ bases }) => bases.length > 0);
  if (usable.length === 0)
    throw new BackupError(`There is no complete base backup at ${destination}.`);
  const isBefore = (base: Base) => to === 'latest' || Date.parse(base.finished_at) <= to.getTime();
  const found = usable.findLast(({ bases }) => bases.some(isBefore));
  const base = found?.bases.findLast(isBefore);
  if (found && base && (to === 'latest' || to.getTime() <= endOf(found)))
    return { chain: found.chain, base, wal: found.wal, until: new Date(endOf(found)) };
  const ranges = usable.map(
    (chain) => `${chain.bases[0]?.finished_at} to ${new Date(endOf(chain)).toISOString()}`,
  );
  throw new BackupError(
    `That moment cannot be restored from ${destination}. These can: ${ranges.join('; ')}.`,
  );
}
