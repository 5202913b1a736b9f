import type pg from 'pg';
import type { Box } from '../credentials/box.ts';
import { type SealedColumn, sealedColumns } from '../credentials/sealed-columns.ts';
import { ask } from './ask.ts';
import {
  hasTenant,
  holdingOf,
  pageSize,
  placeOf,
  platform,
  type SealedRow,
  sealedPage,
} from './sealed-rows.ts';

/** Runs work in a transaction of the worker's role. */
type InTransaction = <T>(work: (client: pg.ClientBase) => Promise<T>) => Promise<T>;

/** A secret that no key of this process opens. */
export interface Unreadable {
  tenant_id: string | null;
  error: string;
}

/** How secrets that are sealed with other keys than the present one are found and sealed again. */
export interface Walk {
  box: Box;
  inTransaction: InTransaction;
  signal: AbortSignal | undefined;
  /**
   * At the end of a chunk of secrets that were sealed again, in its transaction.
   * @param count how many
   */
  onChunk?: (client: pg.ClientBase, count: number) => Promise<void>;
  onUnreadable?: (found: Unreadable) => void;
}

interface Change {
  row: SealedRow;
  now: string;
  count: number;
}

const columns = sealedColumns.filter(hasTenant);
const holding = holdingOf(columns);
const signingPlace = 'signing_keys.private_key';

/**
 * Goes through all secrets of all tenants. Safe to kill: what was sealed again stays so.
 * @param isDry only counts
 * @returns how many were sealed with another key than the present one, and could be opened
 */
export async function resealAll(walk: Walk, isDry = false): Promise<number> {
  let count = await resealSigningKeys(walk, isDry);
  for (let after = ''; ; ) {
    const tenants = await walk.inTransaction((client) =>
      ask<string[]>(client as unknown as pg.Pool, 'select worker.reseal_tenants($1) as answer', [
        after,
      ]),
    );
    for (const tenant of tenants) count += await resealTenant(walk, tenant, isDry);
    const last = tenants.at(-1);
    if (last === undefined) return count;
    after = last;
  }
}

async function resealTenant(walk: Walk, tenant: string, isDry: boolean): Promise<number> {
  walk.signal?.throwIfAborted();
  const found = await walk.inTransaction(async (client) => {
    await client.query('select app.in_tenant($1)', [tenant]);
    const { rows } = await client.query<{ found: number[] }>(holding, [tenant]);
    return rows[0]?.found ?? [];
  });
  let count = 0;
  for (const n of found)
    count += await resealColumn(walk, tenant, columns[n] as SealedColumn, isDry);
  return count;
}

async function resealColumn(
  walk: Walk,
  tenant: string,
  column: SealedColumn,
  isDry: boolean,
): Promise<number> {
  let count = 0;
  for (let after: unknown[] | undefined; ; ) {
    walk.signal?.throwIfAborted();
    const page = await walk.inTransaction(async (client) => {
      await client.query('select app.in_tenant($1)', [tenant]);
      const rows = await sealedPage(client, column, { tenant, after });
      const changes = rows.flatMap((row) => changeOf(walk, row));
      count += isDry ? countIn(changes) : await write(walk, client, column, tenant, changes);
      return rows;
    });
    if (page.length < pageSize) return count;
    after = placeOf(column, page);
  }
}

/** A row as it is with its secrets sealed again: as text, because numbers keep every digit. */
function changeOf({ box, onUnreadable }: Walk, row: SealedRow): Change[] {
  let now = row.text;
  let count = 0;
  for (const { place, sealed, use } of row.seals)
    try {
      const again = box.reseal(row.tenant, place, sealed, use);
      if (again === undefined) continue;
      now = now.replaceAll(sealed, again);
      count += 1;
    } catch (error) {
      const at = [row.key.join(' '), place.split(' ')[0]].filter(Boolean).join(', ');
      onUnreadable?.({ tenant_id: row.tenant, error: `${(error as Error).message} (${at})` });
    }
  return count > 0 ? [{ row, now, count }] : [];
}

/**
 * A row that was changed since it was read stays as it is, for the next walk.
 * @returns how many secrets were to be sealed again: a walk that has left one is not the last
 */
async function write(
  walk: Walk,
  client: pg.ClientBase,
  { table, column, key, isText }: SealedColumn,
  tenant: string,
  changes: Change[],
): Promise<number> {
  if (changes.length === 0) return 0;
  const rows = changes.map(({ row, now }, n) => ({ n, key: row.key, was: row.text, now }));
  const match = key.map((name, n) => `and t.${name}::text = v.key->>${n}`).join(' ');
  const { rows: done } = await client.query<{ n: number }>(
    `update app.${table} t set ${column} = v.now${isText ? '' : '::jsonb'}
     from jsonb_to_recordset($2::jsonb) v(n integer, key jsonb, was text, now text)
     where t.tenant_id = $1 ${match} and t.${column}::text = v.was returning v.n`,
    [tenant, JSON.stringify(rows)],
  );
  await walk.onChunk?.(client, countIn(done.map(({ n }) => changes[n])));
  return countIn(changes);
}

const countIn = (changes: Array<Change | undefined>): number =>
  changes.reduce((sum, change) => sum + (change?.count ?? 0), 0);

async function resealSigningKeys(walk: Walk, isDry: boolean): Promise<number> {
  return walk.inTransaction(async (client) => {
    const { rows } = await client.query('select worker.signing_keys_sealed() as keys');
    let count = 0;
    for (const { kid, private_key } of rows[0].keys)
      try {
        const again = walk.box.reseal(platform, signingPlace, private_key);
        if (again === undefined) continue;
        if (!isDry)
          await client.query('select worker.signing_key_reseal($1, $2, $3)', [
            kid,
            private_key,
            again,
          ]);
        count += 1;
      } catch (error) {
        walk.onUnreadable?.({ tenant_id: null, error: `${(error as Error).message} (${kid})` });
      }
    if (count > 0 && !isDry) await walk.onChunk?.(client, count);
    return count;
  });
}
