import type pg from 'pg';

/** Copies of a row that a tenant has. */
export interface CopiesOf {
  table: string;
  /** Which row, as a condition on `s`; otherwise the first one. */
  of?: string;
  /** Columns that differ, as SQL over `n`, the number of the copy, and `s`, the row that is copied. */
  set?: Record<string, string>;
}

/** Copies for other users, which test/users/list-cases.ts makes. */
export const ofOthers = (table: string, set: Record<string, string> = {}): CopiesOf => ({
  table,
  set: {
    id: `left(s.id, -8) || lpad(to_hex(n), 8, '0')`,
    user_id: `(select u.id from app.users u
      where u.tenant_id = s.tenant_id and u.email = 'user' || n || '@example.com')`,
    ...set,
  },
});

/** When copy n was made: the first one a day ago, one every second. */
const madeAt = `(now() - interval '1 day' + make_interval(secs => n))`;
/** An id of that time, so that ids are in the order of numbers. */
const idAt = `split_part(s.id, '_', 1) || '_' || substr(app.event_id_at(${madeAt}), 5, 12) || lpad(to_hex(n), 20, '0')`;

/** Adds copies number `from` to `to`, as the owner of the table. */
export async function copyRows(
  db: pg.Pool,
  tenant: string,
  { table, of = 'true', set = {} }: CopiesOf,
  from: number,
  to: number,
): Promise<void> {
  const { rows } = await db.query(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [`app.${table}`],
  );
  const made: Record<string, string> = { id: idAt, created_at: madeAt, ...set };
  const columns = rows.map(({ name }) => name as string);
  const { rowCount } = await db.query(
    `insert into app.${table} (${columns.map((name) => `"${name}"`)})
     select ${columns.map((name) => made[name] ?? `s."${name}"`)}
     from (
       select * from app.${table} s where s.tenant_id = $1 and ${of} order by s.ctid limit 1) s,
       generate_series($2::int, $3::int) n`,
    [tenant, from, to],
  );
  if (rowCount !== to - from + 1) throw new Error(`app.${table} has no row to copy (${of})`);
}
