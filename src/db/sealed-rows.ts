import type pg from 'pg';
import type { Box } from '../credentials/box.ts';
import {
  type Row,
  type Seal,
  type SealedColumn,
  sealedColumns,
  sealsOf,
} from '../credentials/sealed-columns.ts';

/** A row with sealed texts. */
export interface SealedRow {
  /** The tenant, or `platform`. */
  tenant: string;
  /** The key within the tenant. */
  key: string[];
  row: Row;
  seals: Seal[];
  /** The column as PostgreSQL writes it, with every digit of its numbers; with its config_json, where there is one beside it. */
  text: string;
  config: string | null;
}

/** The tenant that what belongs to none is sealed for. */
export const platform = 'platform';

export const pageSize = 500;

export const hasTenant = ({ table }: SealedColumn): boolean => table !== 'signing_keys';

/** The columns of a row's whole key. */
export const keyOf = (column: SealedColumn): string[] => [
  ...(hasTenant(column) ? ['tenant_id'] : []),
  ...column.key,
];

/** Whether the seals of a column are for a row to be read; those that were given up do not count. */
const holdsSeals = ({ column, isText }: SealedColumn): string =>
  isText
    ? `${column} like 'enc:v%' and ${column} <> 'enc:v1:lost'`
    : `${column}::text ~ '"enc:v[12]:(?!lost")'`;

/**
 * The rows of a column that hold sealed texts, page by page in the order of their keys: each page may be changed before the
 * next one is read.
 * @param client as the owner of the tables
 */
export async function* sealedPages(
  client: pg.Client,
  column: SealedColumn,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<SealedRow[]> {
  let after: unknown[] | undefined;
  for (let left = limit; left > 0; ) {
    const size = Math.min(pageSize, left);
    const page = await sealedPage(client, column, { after, size });
    yield page;
    if (page.length < size) return;
    after = placeOf(column, page);
    left -= page.length;
  }
}

/** Where the next page begins. */
export const placeOf = (column: SealedColumn, page: SealedRow[]): unknown[] =>
  keyOf(column).map((name) => page.at(-1)?.row[name]);

/**
 * Rows of a column that hold sealed texts, in the order of their keys.
 * @param tenant if only its rows are to be read
 * @param after the place of the page before
 */
export async function sealedPage(
  client: pg.ClientBase,
  column: SealedColumn,
  {
    tenant,
    after,
    size = pageSize,
  }: { tenant?: string; after?: unknown[] | undefined; size?: number },
): Promise<SealedRow[]> {
  const { table, key, beside } = column;
  const keys = keyOf(column);
  const columns = [...new Set([...keys, column.column, ...beside])];
  const values = [...(after ?? []), ...(tenant === undefined ? [] : [tenant])];
  const past = after ? `and (${keys}) > (${keys.map((_, n) => `$${n + 1}`)})` : '';
  const own = tenant === undefined ? '' : `and tenant_id = $${values.length}`;
  const { rows } = await client.query<Row>(
    `select ${columns}, ${column.column}::text as "the text",
       ${beside.includes('config_json') ? 'config_json::text' : 'null'} as "the config"
     from app.${table} where ${holdsSeals(column)} ${own} ${past} order by ${keys} limit ${size}`,
    values,
  );
  return rows.map((row) => ({
    tenant: hasTenant(column) ? row.tenant_id : platform,
    key: key.map((name) => String(row[name])),
    row,
    seals: sealsOf(column, row),
    text: row['the text'],
    config: row['the config'],
  }));
}

/** A statement that answers, for a tenant ($1), the places in `columns` of those that hold sealed texts of it. */
export const holdingOf = (columns: readonly SealedColumn[]): string =>
  `select array_remove(array[${columns.map(
    (column, n) =>
      `case when exists (select from app.${column.table} where tenant_id = $1 and ${holdsSeals(column)}) then ${n} end`,
  )}], null) as found`;

/** Whether this key opens a seal. */
export function isOpen(box: Box, tenant: string, { place, sealed, use }: Seal): boolean {
  try {
    box.open(tenant, place, sealed, use);
    return true;
  } catch {
    return false;
  }
}

/** Whether nothing is sealed in a database, or something of it opens with this key: one row of each column is tried. */
export async function opensSome(client: pg.Client, box: Box): Promise<boolean> {
  let isSealed = false;
  for (const column of sealedColumns) {
    if (!(await isThere(client, column))) continue;
    for await (const page of sealedPages(client, column, 1))
      for (const { tenant, seals } of page) {
        if (seals.some((seal) => isOpen(box, tenant, seal))) return true;
        isSealed ||= seals.length > 0;
      }
  }
  return !isSealed;
}

/** A database that an older version has migrated may have less. */
export async function isThere(
  client: pg.Client,
  { table, column }: SealedColumn,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_attribute where attrelid = to_regclass($1) and attname = $2',
    [`app.${table}`, column],
  );
  return rowCount === 1;
}
