import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** Tables that may hold copies of the values of a user, and the rule for them: the word erase of the registry (docs/inside/sql.md). */

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

interface Rule {
  table_name: string;
  rule: { snapshot?: string; mask?: object | string; erase?: string; expires?: object };
}

/** Texts of people have a mask; what no snapshot has may be anything. */
const isUndecided = ({ rule: { snapshot, mask, erase } }: Rule) =>
  (mask !== undefined || snapshot === 'transient') &&
  !['values', 'lives', 'leaves'].includes(erase ?? '');

const rules = async () =>
  (await database.db.query<Rule>('select table_name, rule from app.registry_tables()')).rows;

describe('the erasure of a user', () => {
  it('has a rule for every table that may hold a copy', async () => {
    const all = await rules();
    expect(all.filter(isUndecided).map(({ table_name }) => table_name)).toEqual([]);
    expect(all.filter(({ rule }) => rule.erase === 'values').length).toBeGreaterThan(20);
    const next = { table_name: 'next', rule: { snapshot: 'in', mask: { body: 'text' } } };
    expect(
      [next, { table_name: 'next', rule: { snapshot: 'transient' } }].filter(isUndecided),
    ).toHaveLength(2);
  });

  it('leaves tables out only where rows go with the user or by themselves', async () => {
    const { rows } = await database.db.query<{ name: string }>(`
      select distinct c.table_name as name from app.registry_columns() c
      where c.rule->>'names' = 'user' and c.rule->>'remove' in ('cascade', 'delete')`);
    const going = new Set(rows.map(({ name }) => name));
    const staying = (await rules()).filter(
      ({ table_name, rule }) =>
        rule.erase === 'leaves' &&
        rule.snapshot !== 'transient' &&
        !going.has(table_name) &&
        !rule.expires,
    );
    expect(staying.map(({ table_name }) => table_name)).toEqual(['users']);
  });

  it('has statements that run, and that change every text with a mask', async () => {
    const { rows } = await database.db.query<{ name: string; text: string; masked: string[] }>(`
      select t.table_name as name, app.erase_statement(t.table_name, t.rule, null, 1000) as text,
        array(select k from jsonb_object_keys(case jsonb_typeof(t.rule->'mask') when 'object' then t.rule->'mask' else '{}' end) k) as masked
      from app.registry_tables() t where t.rule->>'erase' = 'values' and t.table_name <> 'journal'`);
    for (const { name, text, masked } of rows) {
      await database.db.query(text, ['ten_1', 'ada@example', ['usr_1'], 'ada@example']);
      for (const column of masked)
        expect([name, text]).toEqual([name, expect.stringContaining(`r.${column}`)]);
    }
  });

  it('knows each table with addresses and browsers of callers', async () => {
    const { rows } = await database.db.query<{ name: string }>(`
      select distinct attrelid::regclass::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attname in ('ip', 'user_agent') order by 1`);
    // Visitors of forms are no users; the operator's log is not the tenant's.
    expect(rows.map(({ name }) => name.replace('app.', ''))).toEqual([
      ...['form_submissions', 'journal', 'platform_audits', 'sessions'],
    ]);
  });
});
