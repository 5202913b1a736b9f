import pg from 'pg';
import { ask, askAgain } from '../db/ask.ts';
import { SnapshotInvalid } from './errors.ts';
import type { Manifest } from './format.ts';
import type { Remapped } from './staging-addresses.ts';

/** So many rows in each transaction: those of objects take the longest. */
const objectsAtOnce = 2_000;
const rowsAtOnce = 1_000;
const typesAtOnce = 50;
const sealsAtOnce = 2_000;

/** A tenant may have a million short URLs. */
export const mostRemapped = 1_000;

interface Exchanged {
  remapped: Remapped[];
  count: number;
}

/** See StagingOptions. */
interface BuildOptions {
  takesAddresses?: boolean | undefined;
  into?: string | undefined;
}

/**
 * Makes what is not in a snapshot, because its rows say it: first the types, which words and index are made by.
 * @returns the first addresses that were exchanged, and how many there were
 */
export async function buildStaging(
  pool: pg.Pool,
  tenant: string,
  source: Pick<Manifest, 'tenant' | 'snapshot_at'>,
  { takesAddresses = true, into }: BuildOptions,
): Promise<Exchanged> {
  try {
    // The snapshot may be of a copy of the tenant that it is restored into.
    for (const one of new Set([source.tenant.id, into ?? source.tenant.id]))
      await erase(pool, tenant, one, source.snapshot_at);
    return await build(pool, tenant, takesAddresses);
  } catch (error) {
    // Rows that are right one by one may contradict each other.
    if (error instanceof pg.DatabaseError && /^(22|23|PT4)/.test(error.code ?? ''))
      throw new SnapshotInvalid('bad_row', error.message.slice(0, 300));
    throw error;
  }
}

/** Users who were erased from a tenant since the snapshot was made do not come back, nor do their values. */
async function erase(
  pool: pg.Pool,
  tenant: string,
  from: string,
  snapshotAt: string,
): Promise<void> {
  const statement = 'select worker.staging_erase($1, $2, $3, $4) as answer';
  for (let state: object | null = {}; state !== null; )
    state = await askAgain<object | null>(pool, statement, [
      ...[tenant, from, snapshotAt],
      JSON.stringify(state),
    ]);
}

async function build(pool: pg.Pool, tenant: string, takesAddresses: boolean): Promise<Exchanged> {
  const stray = await ask<string | null>(pool, 'select worker.staging_strays($1) as answer', [
    tenant,
  ]);
  if (stray !== null) throw new SnapshotInvalid('bad_row', stray);
  await along(pool, 'select worker.staging_types($1, $2, $3) as answer', [tenant], typesAtOnce);
  for (const type of await ask<string[]>(pool, 'select worker.staging_parts($1, $2) as answer', [
    tenant,
    'object_type',
  ]))
    await along(
      pool,
      'select worker.staging_objects($1, $2, $3, $4) as answer',
      [tenant, type],
      objectsAtOnce,
    );
  for (const collection of await ask<string[]>(
    pool,
    'select worker.staging_parts($1, $2) as answer',
    [tenant, 'vector_collection'],
  ))
    await along(
      pool,
      'select worker.staging_vectors($1, $2, $3, $4) as answer',
      [tenant, collection],
      rowsAtOnce,
    );
  await along(pool, 'select worker.staging_users($1, $2, $3) as answer', [tenant], rowsAtOnce);
  const exchanged: Exchanged = { remapped: [], count: 0 };
  for (const kind of takesAddresses ? ['form', 'hook', 'share', 'short_url'] : [])
    for (let after: string | null = ''; after !== null; ) {
      const claimed: Claimed = await askAgain<Claimed>(
        pool,
        'select worker.staging_claim($1, $2, $3, $4) as answer',
        [tenant, kind, after, rowsAtOnce],
      );
      exchanged.count += claimed.remapped.length;
      exchanged.remapped.push(
        ...claimed.remapped.slice(0, Math.max(0, mostRemapped - exchanged.remapped.length)),
      );
      after = claimed.last;
    }
  await ask(pool, 'select worker.storage_recount($1, true) as answer', [tenant]);
  await ask(pool, 'select worker.staging_places($1) as answer', [tenant]);
  while (
    !(await askAgain<boolean>(pool, 'select worker.journal_seal($1, $2) as answer', [
      tenant,
      sealsAtOnce,
    ]))
  );
  return exchanged;
}

interface Claimed {
  last: string | null;
  remapped: Remapped[];
}

/** Repeats a statement from where the last one ended, until it has found nothing more. */
async function along(
  pool: pg.Pool,
  statement: string,
  values: unknown[],
  limit: number,
): Promise<void> {
  for (let after: string | null = ''; after !== null; )
    after = await ask<string | null>(pool, statement, [...values, after, limit]);
}
