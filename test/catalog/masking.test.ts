import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** Each text of a snapshot has a stand-in in masked copies, or is said to stay: the words mask and unmasked of the registry (docs/inside/sql.md). */

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

interface Text {
  name: string;
  /** The word of its registry; null for none. */
  decision: string | null;
}

/** The columns of snapshots that hold texts, but for ids, references, secrets, addresses, and states of a list. */
async function textsOf(db: pg.Pool): Promise<Text[]> {
  const { rows } = await db.query(`
    select t.table_name || '.' || a.attname as name, case
        when t.rule->'mask' = '"drop"' then 'drop'
        when t.rule->'unmasked' ? a.attname then 'unmasked'
        else t.rule->'mask'->>a.attname end as decision
    from app.registry_tables() t
    join pg_attribute a on a.attrelid = format('app.%I', t.table_name)::regclass
    left join app.registry_columns() c on c.table_name = t.table_name and c.column_name = a.attname
    where t.rule->>'snapshot' = 'in' and a.attnum > 0 and not a.attisdropped and a.attname <> 'tenant_id'
      and a.attname not like '%\\_id'
      and format_type(a.atttypid, null) in ('text', 'text[]', 'json', 'jsonb', 'bytea', 'inet', 'cidr[]')
      and (t.rule->'mask'->a.attname is not null or (
        (c.rule is null or c.rule->>'names' = 'any')
        and not exists (
          select 1 from pg_constraint k
          where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]
            and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%')))
    order by 1`);
  return rows;
}

describe('every text of a snapshot', () => {
  it('has a stand-in in masked copies, or is said to have none', async () => {
    const all = await textsOf(database.db);
    expect(all.filter(({ decision }) => decision === null).map(({ name }) => name)).toEqual([]);
    expect(all.length).toBeGreaterThan(200);
  });

  it('would be found otherwise (the check can fail)', async () => {
    const next = await createTestDatabase();
    await next.db.query('alter table app.comments add column mood text, add column seen_by inet');
    const undecided = (await textsOf(next.db)).filter(({ decision }) => decision === null);
    await next.drop();
    expect(undecided.map(({ name }) => name)).toEqual(['comments.mood', 'comments.seen_by']);
  });

  it('is named only where it is there, with a word that has a stand-in', async () => {
    const { rows } = await database.db.query(`
      select t.table_name || '.' || m.name as name from app.registry_tables() t cross join lateral (
        select k.key as name, k.value #>> '{}' as word
        from jsonb_each(case when jsonb_typeof(t.rule->'mask') = 'object' then t.rule->'mask' else '{}' end) k
        union all select u, 'text' from jsonb_array_elements_text(coalesce(t.rule->'unmasked', '[]')) u) m
      where app.mask_expression(m.word, m.name, 'id') is null or not exists (
        select 1 from pg_attribute a
        where a.attrelid = format('app.%I', t.table_name)::regclass and a.attname = m.name and a.attnum > 0)`);
    expect(rows).toEqual([]);
  });
});
