import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealedColumns } from '../../src/credentials/sealed-columns.ts';
import { callColumns } from '../../src/credentials/stored-calls.ts';
import { groups } from '../../src/groups/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** The registry: what the columns of all tables name, and what becomes of it (docs/inside/sql.md). */

interface Rule extends Record<string, unknown> {
  names?: string;
  export?: string | Record<string, string | null> | null;
}
interface Column {
  table_name: string;
  column_name: string;
  depth: number;
  rule: Rule;
}
interface Reference {
  name: string;
  to: string;
  cascades: boolean;
}

let database: TestDatabase;
let tables: { table_name: string; depth: number; rule: Record<string, unknown> }[];
let columns: Column[];
let references: Reference[];
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  tables = (await db.query('select * from app.registry_tables()')).rows;
  columns = (await db.query('select * from app.registry_columns()')).rows;
  references = await referencesOf(db);
});
afterAll(() => database.drop());

/** The words of the registry on the events of each kind of record. */
function eventsOf(all: typeof tables): Record<string, Record<string, string>> {
  const words = Object.assign({}, ...all.map(({ rule }) => rule.events));
  return Object.fromEntries(
    Object.entries<string | Record<string, string>>(words).map(([kind, said]) => [
      kind,
      typeof said === 'string' ? { needs: said } : said,
    ]),
  );
}

/** Columns of foreign keys, but for those of a tenant. */
async function referencesOf(db: pg.Pool): Promise<Reference[]> {
  const { rows } = await db.query(`
    select c.relname || '.' || a.attname as name, f.relname as to, k.confdeltype = 'c' as cascades
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
    where k.contype = 'f' and k.connamespace = 'app'::regnamespace and a.attname <> 'tenant_id'
      and a.atttypid <> 'integer'::regtype`);
  return rows;
}

/** Names of columns that hold the id of a record, or a secret. */
const byName = new RegExp(
  [
    '_ids?$|_by$|_keys?$|_hash$|secret|token$|password|private_|(^|_)roles?$',
    '^(actor|authors?|owner|assignee|principal|mentions|told|starter|attachments|handle|object_types|sources)$',
  ].join('|'),
);

/** Tables, and columns that name a record or hold a secret, which no registry knows. */
async function unknownTo(db: pg.Pool): Promise<string[]> {
  const { rows } = await db.query(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by 1, a.attnum`);
  const foreign = (await referencesOf(db)).map(({ name }) => name);
  const known = new Set([
    ...tables.map((table) => table.table_name),
    ...columns.map((column) => `${column.table_name}.${column.column_name}`),
  ]);
  const named = rows
    .filter(
      ({ column, type }) => column !== 'tenant_id' && !/^(boolean|integer|bigint)$/.test(type),
    )
    .map(({ table, column }) => ({ name: `${table}.${column}`, column }))
    .filter(({ name, column }) => foreign.includes(name) || byName.test(column));
  return [...new Set([...rows.map(({ table }) => table), ...named.map(({ name }) => name)])].filter(
    (name) => !known.has(name),
  );
}

const nameOf = ({ table_name, column_name }: Column) => `${table_name}.${column_name}`;
const naming = (...records: string[]) =>
  columns.filter(({ rule }) => records.includes(rule.names ?? ''));

describe('every table, and every column that names a record, holds a secret or is an address', () => {
  it('is in a registry', async () => {
    expect(await unknownTo(database.db)).toEqual([]);
  });

  it('would be found otherwise (the check can fail)', async () => {
    const next = await createTestDatabase();
    await next.db.query(`create table app.gifts (
      tenant_id text not null, id app.id not null, giver_id text, wrapped_by text, words text, box text,
      foreign key (tenant_id, box) references app.files (tenant_id, id))`);
    const unknown = await unknownTo(next.db);
    await next.drop();
    expect(unknown).toEqual(['gifts', 'gifts.giver_id', 'gifts.wrapped_by', 'gifts.box']);
  });

  it('is there', async () => {
    const { rows } = await database.db.query(`
      select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'app'::regnamespace and a.attnum > 0 and not a.attisdropped`);
    const names = new Set(rows.map(({ name }) => name));
    expect(columns.map(nameOf).filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('a rule', () => {
  const words = {
    table: [
      ...[
        'engine',
        'snapshot',
        'kind',
        'mask',
        'unmasked',
        'written',
        'schema',
        'installation',
        'ids',
        'events',
        'expires',
        'limit',
        'erase',
        'erase_only',
      ],
      ...['plugin_part', 'contains', 'restored'],
    ],
    event: ['needs', 'scope', 'judged', 'shown', 'before', 'audit', 'error', 'keys', 'noun'],
    column: [
      ...[
        'names',
        'as',
        'at',
        'type',
        'why',
        'secret',
        'address',
        'merge',
        'remove',
        'export',
        'rename',
        'role_gone',
      ],
      ...[
        'purge',
        'with_type',
        'when',
        'only',
        'counts_as',
        'counted',
        'nth',
        'forced',
        'each',
        'holds',
      ],
    ],
  };

  it('has only words that are known', () => {
    const unknown = [
      ...tables.flatMap(({ table_name, rule }) =>
        Object.keys(rule)
          .filter((key) => !words.table.includes(key))
          .map((key) => [table_name, key]),
      ),
      ...columns.flatMap((column) =>
        Object.keys(column.rule)
          .filter((key) => !words.column.includes(key))
          .map((key) => [nameOf(column), key]),
      ),
    ];
    expect(unknown).toEqual([]);
    const kinds = Object.values(eventsOf(tables));
    expect(kinds.flatMap(Object.keys).filter((word) => !words.event.includes(word))).toEqual([]);
    const judged = kinds.flatMap((kind) => kind.judged ?? []);
    expect(judged.filter((way) => !/^(always|files|objects|policies)$/.test(way))).toEqual([]);
    // A row that is to be looked at has an expression that looks, and the other way round.
    const half = kinds.filter((kind) => Boolean(kind.shown) !== Boolean(kind.judged));
    expect(half.filter(({ error }) => error === undefined)).toEqual([]);
  });

  it('names functions that are there', async () => {
    const { rows } = await database.db.query(
      `select 'app.' || proname as name from pg_proc where pronamespace = 'app'::regnamespace`,
    );
    const names = new Set(rows.map(({ name }) => name));
    const called = [...JSON.stringify([columns, tables]).matchAll(/app\.\w+(?=\()/g)].map(
      ([name]) => name,
    );
    expect(called.length).toBeGreaterThan(20);
    expect(called.filter((name) => !names.has(name))).toEqual([]);
  });

  it('states what a merge, a removal and the export do with a user', () => {
    const without = naming('user', 'actor').filter(
      ({ rule }) =>
        !/^(move|keep|drop|app\.\w+\(p_from, p_into\))$/.test(String(rule.merge)) ||
        !/^(keep|delete|cascade|app\.\w+\(p_user\))$/.test(String(rule.remove)) ||
        rule.export === undefined,
    );
    expect(without.map(nameOf)).toEqual([]);
  });

  it('says of a name of a role how it follows a new one', () => {
    const names = naming('role_name');
    expect(names.length).toBeGreaterThan(4);
    const without = names.filter(
      ({ rule }) => !/^(move|app\.\w+\(p_tenant, p_old, p_new\))$/.test(String(rule.rename)),
    );
    expect(without.map(nameOf)).toEqual([]);
  });

  it('moves nothing that lets one act as another: roles, keys, ways to sign in, and as whom something acts', () => {
    const rights =
      /^(role_members|api_keys|identities|sessions|mfa_factors|passkeys|recovery_codes)\./;
    const asWhom = /\.(actor|authors|principal|shared_by)$/;
    const moved = naming('user', 'actor').filter(
      (column) =>
        (rights.test(nameOf(column)) || asWhom.test(nameOf(column))) &&
        !['keep', 'drop'].includes(String(column.rule.merge)),
    );
    expect(moved.map(nameOf)).toEqual([]);
  });

  it('moves by a function what a unique key could find twice', async () => {
    const { rows } = await database.db.query(`
      select c.relname || '.' || a.attname as name
      from pg_index i join pg_class c on c.oid = i.indrelid and c.relnamespace = 'app'::regnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
      where i.indisunique and not exists (
        select 1 from pg_attribute d where d.attrelid = c.oid and d.attnum = any (i.indkey) and d.attname = 'id')`);
    const unique = new Set(rows.map(({ name }) => name));
    const moved = naming('user', 'actor').filter(({ rule }) => rule.merge === 'move');
    expect(moved.map(nameOf).filter((name) => unique.has(name))).toEqual([]);
  });

  it('states what happens when an object, a file, a type or a property goes for good', () => {
    const without = naming('object', 'file', 'object_type', 'property').filter(
      ({ rule }) => !/^(keep|delete|cascade|null|app\.\w+\(.*\))$/.test(String(rule.purge)),
    );
    expect(without.map(nameOf)).toEqual([]);
  });

  it('states cascade if a foreign key cascades, and nowhere else', () => {
    const of: Record<string, string> = {
      ...{ user: 'users', actor: 'users', object: 'objects', file: 'files' },
      ...{ object_type: 'object_types', property: 'properties' },
    };
    const cascading = references.filter(
      ({ to, cascades }) => cascades && Object.values(of).includes(to),
    );
    const said = columns.filter(
      ({ rule }) => rule.purge === 'cascade' || rule.remove === 'cascade',
    );
    const own = said.filter((column) => column.table_name !== 'ai_index_changes');
    // Of its index, which goes with the type by a function.
    expect(own.length).toBe(said.length - 1);
    for (const column of own)
      expect([nameOf(column), of[String(column.rule.names)]]).toEqual([
        nameOf(column),
        cascading.find(({ name }) => name === nameOf(column))?.to,
      ]);
    const silent = cascading.filter(({ name, to }) => {
      const rule = columns.find((column) => nameOf(column) === name)?.rule;
      return (
        of[rule?.names ?? ''] === to &&
        rule?.purge !== 'cascade' &&
        rule?.remove !== 'cascade' &&
        !String(rule?.purge).startsWith('app.')
      );
    });
    expect(silent).toEqual([]);
  });

  it('gives the reason if a name only looks like a reference', () => {
    expect(
      naming('none')
        .filter(({ rule }) => !rule.why)
        .map(nameOf),
    ).toEqual([]);
  });
});

describe('the registry agrees', () => {
  it('with the export of a user’s data: each list of it is in both', () => {
    const route = groups.flatMap(({ routes }) => routes).find(({ id }) => id === 'auth.export');
    const { shape } = (route as NonNullable<typeof route>).returns as never as { shape: object };
    const lists = columns.flatMap(({ rule }) =>
      typeof rule.export === 'string' ? [rule.export] : Object.keys(rule.export ?? {}),
    );
    expect([...new Set(lists), '_meta'].toSorted()).toEqual(Object.keys(shape).toSorted());
  });

  it('with the events of the groups: each noun is declared with what hides it', async () => {
    const events = eventsOf(tables);
    const nouns = groups.flatMap((group) => Object.keys(group.events ?? {}));
    expect(nouns.length).toBeGreaterThan(40);
    expect(nouns.filter((noun) => !Object.hasOwn(events, noun))).toEqual([]);
    const ways = /^(read|data|auth|\*|[a-z_]+:(read|manage))$/;
    expect(Object.values(events).filter(({ needs }) => !ways.test(String(needs)))).toEqual([]);
    const { rows } = await database.db.query(
      `select app.data_hidden('{"type": "user", "permissions": ["events:read"], "scopes": ["user"]}') as hidden`,
    );
    const data = Object.keys(events).filter((noun) => events[noun]?.needs === 'data');
    expect(data.toSorted()).toEqual(rows[0].hidden.toSorted());
  });

  it('with the columns that hold sealed texts, and calls whose headers are sealed', () => {
    const having = (secret: string) =>
      columns
        .filter(({ rule }) => rule.secret === secret)
        .map(nameOf)
        .toSorted();
    const named = (list: readonly { table: string; column: string }[]) =>
      list.map(({ table, column }) => `${table}.${column}`).toSorted();
    const calls = named(callColumns);
    expect(having('calls')).toEqual(calls);
    expect(having('sealed')).toEqual(named(sealedColumns).filter((name) => !calls.includes(name)));
  });

  it('with the order of tables for a snapshot: each one after those that it refers to', () => {
    const depthOf = Object.fromEntries(tables.map((table) => [table.table_name, table.depth]));
    const wrong = references
      .map(({ name, to }) => ({ from: name.split('.')[0] ?? '', to }))
      .filter(
        ({ from, to }) =>
          from !== to && to !== 'tenants' && (depthOf[from] ?? 0) <= (depthOf[to] ?? 0),
      );
    expect(wrong).toEqual([]);
  });

  it('with what belongs to tenants: what has no tenant is the installation’s, and so are directories', async () => {
    const { rows } = await database.db.query(`
      select c.relname as name, c.oid = any (worker.tenant_tables()) as is_purged,
        exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as has_tenant
      from pg_class c where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`);
    const ways = ['in', 'rebuilt', 'transient', 'installation'];
    for (const { name, is_purged, has_tenant } of rows) {
      const snapshot = tables.find(({ table_name }) => table_name === name)?.rule.snapshot;
      expect([name, ways.includes(String(snapshot))]).toEqual([name, true]);
      if (!has_tenant) expect([name, snapshot]).toEqual([name, 'installation']);
      else if (!is_purged && !['tenants', 'journal'].includes(name))
        expect([name, snapshot]).toEqual([name, 'installation']);
    }
  });

  it('with what a snapshot has: every column of its tables but those of the installation, of types that it can write', async () => {
    const { rows } = await database.db.query(`
      select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
        a.attname = any (s.columns) as is_written
      from worker.snapshot_tables() s
      join pg_class c on c.relnamespace = 'app'::regnamespace and c.relname = s.name
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attname <> 'tenant_id'`);
    expect(rows.length).toBeGreaterThan(700);
    const left = rows
      .filter(({ is_written }) => !is_written)
      .map((row) => `${row.table}.${row.column}`);
    const said = tables.flatMap(({ table_name, rule }) =>
      ((rule.installation ?? []) as string[]).map((column) => `${table_name}.${column}`),
    );
    expect(left.toSorted()).toEqual(said.toSorted());
    const known =
      /^(text|integer|smallint|bigint|boolean|numeric|double precision|real|date|interval|uuid|inet|cidr|bytea|json|jsonb|jsonpath|xid8|name|timestamp with time zone|time without time zone|app\.\w+)(\[\])?$/;
    expect(rows.filter(({ type }) => !known.test(type))).toEqual([]);
    // Lists of these would need another form.
    expect(rows.filter(({ type }) => /^(bytea|bigint|json)\[\]$/.test(type))).toEqual([]);
    const strays = tables.filter(({ rule }) => rule.schema && rule.snapshot !== 'in');
    expect(strays).toEqual([]);
  });
});
