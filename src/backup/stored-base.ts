import { type Destination, readJson } from './destination.ts';
import { type Base, baseKey, readHoldings } from './layout.ts';
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
  if (chain !== null) return readJson<Base>(destination, baseKey(chain, base));
  return (await inItsChain(destination, base)).found;
}

/** A base backup with those of its chain that are older. */
async function inItsChain(
  destination: Destination,
  id: string,
): Promise<{ found: Base | undefined; older: Base[] }> {
  const { chains } = await readHoldings(destination);
  const bases = chains.map((chain) => chain.bases).find((all) => all.some((one) => one.id === id));
  const at = bases?.findIndex((one) => one.id === id) ?? -1;
  return { found: bases?.[at], older: bases?.slice(0, at) ?? [] };
}

/**
 * What is left to do where a base backup is given up: moments after it are then restored from an older one of its chain.
 * @returns undefined if there is no older one
 */
export async function spared(
  destination: Destination,
  id: string,
): Promise<(() => Promise<void>) | undefined> {
  const { found, older } = await inItsChain(destination, id);
  if (found && older.length === 0) return undefined;
  return async () => destination.remove(found ? keysOfBase(found) : []);
}
