import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apply } from '../../src/db/apply.ts';
import { withClient } from '../../src/db/client.ts';
import { ensureRolesAt } from '../../src/db/roles.ts';
import { createLog } from '../../src/pulse/log.ts';
import { createTestDatabase, type TestDatabase, testKey } from '../support/database.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';

const schemas = 'create schema if not exists api; create schema if not exists gateway;';
const constant = (name: string, value: string) =>
  `create or replace function ${name}() returns text language sql as $$ select '${value}' $$;`;

describe('applying the SQL files', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase('empty');
    await ensureRolesAt(database.url, testKey(), createLog({ logLevel: 'silent' }));
  });
  afterAll(() => database.drop());

  const applyFiles = async (files: Record<string, string>, options = {}) => {
    const folder = await temporaryFolder();
    await writeFiles(folder, { '00.sql': schemas, ...files });
    return apply(database.url, { folder, ...options });
  };
  const call = async (expression: string) =>
    (await database.db.query(`select ${expression} as value`)).rows[0].value;

  it('applies them completely, and nothing when nothing changed', async () => {
    const files = { '10/a.sql': constant('api.a', 'one') };
    expect(await applyFiles(files)).toMatchObject({ applied: 2, skipped: 0 });
    expect(await applyFiles(files)).toMatchObject({ applied: 0, skipped: 2 });
    expect(await applyFiles({ '10/a.sql': constant('api.a', 'two') })).toMatchObject({
      applied: 2,
    });
    expect(await call('api.a()')).toBe('two');
  });

  it('drops what no file declares any more, including old signatures', async () => {
    const old =
      'create or replace function api.b(p int) returns int language sql as $$ select p $$;';
    await applyFiles({ '10/a.sql': constant('api.a', 'x'), '10/b.sql': old });
    const { pruned } = await applyFiles({ '10/b.sql': constant('api.b', 'y') });
    expect(pruned).toEqual(['api.a()', 'api.b(integer)']);
    await expect(call('api.b(1)')).rejects.toThrow('does not exist');
  });

  it('lets 90_* generate from declared functions only', async () => {
    const generate = `do $do$ begin
      execute format('create or replace function gateway.names() returns text language sql as %L',
        format('select %L', (select string_agg(proname, ',' order by proname) from pg_proc
          where pronamespace = 'api'::regnamespace)));
    end $do$; -- gateway.names()`;
    const oid = "'gateway.names'::regproc::oid";
    await applyFiles({
      '10.sql': constant('api.a', '') + constant('api.b', ''),
      '90_names.sql': generate,
    });
    const before = await call(oid);
    await applyFiles({ '10.sql': constant('api.b', ''), '90_names.sql': generate });
    expect(await call('gateway.names()')).toBe('b');
    expect(await call(oid)).toBe(before);
  });

  it('replaces a function whose result type changes', async () => {
    await applyFiles({ 'c.sql': constant('api.c', '1') });
    await applyFiles({
      'c.sql': 'create or replace function api.c() returns int language sql as $$ select 1 $$;',
    });
    expect(await call('api.c()')).toBe(1);
  });

  it('replaces a function whose parameters change, with its comment', async () => {
    const declare = (parameters: string) =>
      `create or replace function api.h(${parameters}) returns text language sql as $$ select '${parameters}' $$;
       comment on function api.h is 'h';`.replaceAll(/^ +/gm, '');
    await applyFiles({ 'h.sql': declare('p text') });
    await applyFiles({ 'h.sql': declare('p text, q int') });
    expect(await call("api.h('x', 1)")).toBe('p text, q int');
    await expect(call("api.h('x')")).rejects.toThrow('does not exist');
  });

  it('shows file, line, column and a caret on failure, and changes nothing', async () => {
    await applyFiles({ 'd.sql': constant('api.d', 'before') });
    const broken = `${constant('api.d', 'after')}\n-- né 🏠 a character of two units\n  selekt 1;`;
    const message = await applyFiles({ 'd.sql': broken }).catch((error) => error.message);
    expect(message.split('\n').slice(0, 4)).toEqual([
      'sql/d.sql:3:3',
      '    selekt 1;',
      '    ^',
      'ERROR 42601: syntax error at or near "selekt"',
    ]);
    expect(await call('api.d()')).toBe('before');
  });

  it('validates bodies on request', async () => {
    const files = {
      'e.sql':
        'create or replace function api.e() returns int language sql as $$ select nothing $$;',
    };
    await applyFiles(files);
    await expect(applyFiles(files, { check: true })).rejects.toThrow(/sql\/e\.sql:1:\d+/);
  });

  it('waits for another process that is applying them', async () => {
    const results = await Promise.all(
      ['x', 'x', 'y', 'y'].map((value) => applyFiles({ 'f.sql': constant('api.f', value) })),
    );
    expect(results).toHaveLength(4);
  });

  it('makes insula_owner the owner of everything', async () => {
    await applyFiles({ 'g.sql': constant('api.g', '') });
    const owners = await withClient(database.url, 'test', (client) =>
      client.query(`select distinct proowner::regrole::text as name from pg_proc
        where pronamespace in ('api'::regnamespace, 'gateway'::regnamespace)`),
    );
    expect(owners.rows).toEqual([{ name: 'insula_owner' }]);
  });
});
