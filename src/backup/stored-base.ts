import type { Destination } from './destination.ts';
import { type Base, baseAt, readHoldings } from './layout.ts';
import { keysOfBase } from './retention.ts';

/** A base backup as a record names it. */
export interface Named {
  base: string;
  /** Null in records of versions that did not note it. */
  chain: string | null;
}

/** @returns undefined where it is not there any more */
export async function storedBase(
  destination: Destination,
  { base, chain }: Named,
): Promise<Base | undefined> {
  if (chain !== null) return baseAt(destination, chain, base);
  const { chains } = await readHoldings(destination);
  return chains.flatMap(({ bases }) => bases).find(({ id }) => id === base);
}

/**
 * Finds whether a base backup can be given up: moments after it are then restored from an older one of its chain, or
 * there are none, because it has no WAL after it.
 * @returns removes it; undefined if it is needed
 */
export async function spared(
  destination: Destination,
  id: string,
): Promise<(() => Promise<void>) | undefined> {
  const { chains } = await readHoldings(destination);
  const own = chains.find(({ bases }) => bases.some((base) => base.id === id));
  const at = own?.bases.findIndex((base) => base.id === id) ?? 0;
  const newest = chains.flatMap(({ bases }) => bases).at(-1);
  const isAlone = own?.chain.ended_at !== undefined && own.wal.length === 0;
  if (own && at === 0 && !(isAlone && newest?.id !== id)) return undefined;
  const found = own?.bases[at];
  return async () => destination.remove(found ? keysOfBase(found) : []);
}
