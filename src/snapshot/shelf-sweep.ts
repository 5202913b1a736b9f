import { ask, type Query } from '../db/ask.ts';
import { type Found, type Shelf, uploads } from './shelf.ts';

/** An upload, and the moment between its bytes and its record. */
const uploadMs = 24 * 3_600_000;
const settlingMs = 3_600_000;
const batch = 500;

/**
 * Removes the bytes that no record needs.
 * @param tenant only of this one, which is deleted: no record of it is about to be made
 */
export async function sweepShelf(shelf: Shelf, query: Query, tenant?: string): Promise<void> {
  const settling = tenant === undefined ? settlingMs : 0;
  let found: Found[] = [];
  const look = async () => {
    const ids = found.map(({ id }) => id);
    const statement = 'select worker.backups_living($1) as answer';
    const living = await ask<Record<string, string>>(query, statement, [ids]);
    for (const one of found) if (!isNeeded(one, living[one.id], settling)) await shelf.remove(one);
    found = [];
  };
  for await (const one of shelf.list(tenant)) {
    found.push(one);
    if (found.length === batch) await look();
  }
  if (found.length > 0) await look();
}

/** @param status of its record, where that needs bytes */
function isNeeded(
  { tenant, isPart, modifiedAt }: Found,
  status: string | undefined,
  settling: number,
): boolean {
  const age = Date.now() - modifiedAt;
  if (tenant === uploads) return age < uploadMs;
  if (isPart) return status === 'pending' || status === 'running';
  return status !== undefined || age < settling;
}
