import type pg from 'pg';
import { Box } from '../credentials/box.ts';
import { type Row, type SealedColumn, sealedColumns } from '../credentials/sealed-columns.ts';
import { inTransaction } from '../db/transaction.ts';
import { SnapshotInvalid } from './errors.ts';
import type { Secret } from './format.ts';

const atOnce = 200;

/** Of ECMAScript, what TypeScript does not know yet: the text of a number, and a number as a text. */
const { parse, rawJSON } = JSON as unknown as {
  parse(
    text: string,
    revive: (name: string, value: unknown, context: { source: string }) => unknown,
  ): unknown;
  rawJSON(text: string): unknown;
};

/** Reads JSON so that each number keeps the digits it has when it is written again. */
const readExactly = (text: string): Row =>
  parse(text, (_, value, { source }) =>
    typeof value === 'number' ? rawJSON(source) : value,
  ) as Row;

/**
 * Seals secrets of a snapshot with the key of this installation, for the tenant that is being loaded, where its rows have
 * the mark of a secret that was given up.
 */
export async function putSecrets(
  pool: pg.Pool,
  box: Box,
  tenant: string,
  secrets: Secret[],
): Promise<void> {
  const byColumn = Map.groupBy(secrets, ([table, , column]) => `${table}.${column}`);
  for (const [name, some] of byColumn) {
    const column = sealedColumns.find(
      ({ table, column: one }) => `${table}.${one}` === name && table !== 'signing_keys',
    );
    if (!column) throw new SnapshotInvalid('unknown_column', `${name} holds no secrets`);
    for (let n = 0; n < some.length; n += atOnce)
      await putSome(pool, box, tenant, column, some.slice(n, n + atOnce));
  }
}

async function putSome(
  pool: pg.Pool,
  box: Box,
  tenant: string,
  column: SealedColumn,
  secrets: Secret[],
): Promise<void> {
  const { table, key, beside } = column;
  const read = [...new Set([...key, column.column, ...beside])];
  const keysOf = secrets.map(([, values]) => {
    if (!Array.isArray(values) || values.length !== key.length)
      throw new SnapshotInvalid('bad_row', `a secret of ${table} has not the key of its row`);
    return Object.fromEntries(key.map((name, n) => [name, values[n]]));
  });
  await inTransaction(pool, async (client) => {
    await client.query('select app.in_tenant($1), app.staging_check($1)', [tenant]);
    const match = key.map((name) => `and t.${name} = k.${name}`).join(' ');
    const { rows } = await client.query<{ place: number; row: string }>(
      `select k.ordinality::integer as place, json_build_object(${read.map((name) => `'${name}', t.${name}`)})::text as row
       from jsonb_populate_recordset(null::app.${table}, $2::jsonb) with ordinality k
       join app.${table} t on t.tenant_id = $1 ${match}`,
      [tenant, JSON.stringify(keysOf)],
    );
    if (new Set(rows.map(({ place }) => place)).size !== secrets.length)
      throw new SnapshotInvalid('bad_row', `a secret of ${table} belongs to no row`);
    const changed = rows.map(({ place, row }) => {
      const plaintext = secrets[place - 1]?.[3];
      const value = sealed(box, tenant, column, row, plaintext);
      return { ...readExactly(row), [column.column]: value };
    });
    await client.query(
      `update app.${table} t set ${column.column} = v.${column.column}
       from jsonb_populate_recordset(null::app.${table}, $2::jsonb) v
       where t.tenant_id = $1 ${key.map((name) => `and t.${name} = v.${name}`).join(' ')}`,
      [tenant, JSON.stringify(changed)],
    );
  });
}

/** @param plaintext a text, or those of a column with several in the order in which `change` comes by, null for lost ones */
function sealed(
  box: Box,
  tenant: string,
  column: SealedColumn,
  row: string,
  plaintext: unknown,
): unknown {
  const texts = Array.isArray(plaintext) ? plaintext : [plaintext];
  const made: string[] = [];
  column.change(JSON.parse(row), ({ place, sealed: mark, use }) => {
    if (typeof mark !== 'string' || !Box.isSealed(mark)) return mark;
    const text = texts[made.length];
    made.push(typeof text === 'string' ? box.seal(tenant, place, text, use) : mark);
    return mark;
  });
  if (texts.length !== made.length)
    throw new SnapshotInvalid(
      'bad_row',
      `a row of ${column.table} has ${made.length} secrets, and ${texts.length} came`,
    );
  let n = 0;
  return column.change(readExactly(row), ({ sealed: mark }) =>
    typeof mark === 'string' && Box.isSealed(mark) ? (made[n++] as string) : mark,
  );
}
