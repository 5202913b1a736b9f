import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeSettings } from '../../src/cli/doctor/cluster-checks.ts';
import { root } from '../docs/pages.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { examples } from './sql-rules/examples.ts';
import {
  type Known,
  type ParsedFunction,
  parseFunction,
  readKnown,
  rules,
} from './sql-rules/index.ts';
import { all, calledName, type Tree } from './sql-rules/tree.ts';

/** Breaks a rule all the same, by rule. */
const exceptions: Record<string, string[]> = {
  // Inlined where there is one PostgreSQL: sql/87_sets.sql.
  inlinedSet: [
    'app.index_keys: object_index',
    'app.objects_matching: objects',
    'app.objects_matching: object_index',
    'app.system_roles: users',
    'app.system_roles: tenants',
  ],
  // Is called by others of the worker's, in their tenant.
  inlinedCall: ['worker.as_tenant: p_tenant, p_principal'],
  // Asks before it is known whose request it is.
  unknownTenant: ['auth.tenant_find: tenant_addresses, tenants, tenant_slugs'],
};

/** The functions that begin a call with an API key, and those that read one object. */
const everyCall = [
  ...['auth.authenticate', 'app.object_type_find', 'app.object_type_hold'],
  'api.object_get',
];

let database: TestDatabase;
let known: Known;
let functions: ParsedFunction[];
beforeAll(async () => {
  database = await createTestDatabase();
  known = await readKnown(database.db);
  const { rows } = await database.db.query<{ definition: string }>(`
    select pg_get_functiondef(p.oid) as definition from pg_proc p
    join pg_language l on l.oid = p.prolang and l.lanname in ('sql', 'plpgsql')
    where p.pronamespace = any ('{app,auth,api,platform,worker,gateway}'::regnamespace[])
    order by p.pronamespace::regnamespace::text, p.proname`);
  functions = rows.map(({ definition }) => parseFunction(definition));
});
afterAll(() => database.drop());

describe('so that the same SQL runs on one PostgreSQL and on many, no function', () => {
  it.each(Object.entries(rules).map(([key, rule]) => [rule.name, key] as const))('%s', (_, key) => {
    const found = functions.flatMap((fn) =>
      (rules[key]?.find(fn, known) ?? []).map((what) => `${fn.name}: ${what}`),
    );
    expect([...new Set(found)]).toEqual(exceptions[key] ?? []);
  });
});

describe('each rule', () => {
  it('has an example', () => {
    expect([...new Set(examples.map(({ rule }) => rule))].toSorted()).toEqual(
      Object.keys(rules).toSorted(),
    );
  });

  it.each(examples)(
    '$rule finds the mistake and lets the other way pass',
    ({ rule, bad, good }) => {
      const found = (definition: string) => rules[rule]?.find(parseFunction(definition), known);
      expect(found(bad)).not.toEqual([]);
      expect(found(good)).toEqual([]);
    },
  );
});

describe('so that statements reach the nodes', () => {
  it('no connection has its settings follow them: a node would get the text of several statements at once', () => {
    const files = globSync('{src,sql,migrations,deploy}/**/*.{ts,sql,sh}', { cwd: root });
    expect(files.length).toBeGreaterThan(1000);
    const named = files.filter((path) =>
      readFileSync(join(root, path), 'utf8').includes('propagate_set_commands'),
    );
    expect(named).toEqual([]);
  });

  it('no connection plans otherwise than its role: a generic plan takes a call from its node', () => {
    const files = globSync('src/**/*.ts', { cwd: root });
    expect(files.length).toBeGreaterThan(500);
    const named = files.filter((path) =>
      readFileSync(join(root, path), 'utf8').includes('plan_cache_mode'),
    );
    expect(named).toEqual([]);
  });

  it('the statements that begin every call select only columns: a node writes and reads expressions again at each execution', () => {
    const lists = functions
      .filter(({ name }) => everyCall.includes(name))
      .flatMap((fn) => all(fn.statements, 'SelectStmt').filter((node) => node.fromClause))
      .map(({ targetList }) => targetList.map(({ ResTarget }: Tree) => Object.keys(ResTarget.val)));
    expect(lists.length).toBeGreaterThanOrEqual(6);
    expect(new Set(lists.flat(2))).toEqual(new Set(['ColumnRef']));
  });

  it('housekeeping for each tenant, from the coordinator, gathers no rows in arrays: a node cannot tell their type', () => {
    const walk = functions.find(({ name }) => name === 'worker.housekeeping') as ParsedFunction;
    const called = all(walk.statements, 'FuncCall').map(calledName);
    const made = functions.filter(({ name }) => called.includes(name));
    expect(made.map(({ name }) => name)).toContain('worker.exports_expire');
    expect(made.filter(({ statements }) => all(statements, 'RowExpr').length > 0)).toEqual([]);
  });

  it('no statement in src/ gives a function a row of a table whole: write row(o.*)::app.objects', async () => {
    const { rows } = await database.db.query<{ name: string }>(`
      select distinct p.pronamespace::regnamespace || '.' || p.proname as name from pg_proc p
      where exists (
        select from unnest(p.proargtypes) argument
        join pg_class c on c.reltype = argument and c.relkind in ('r', 'p'))`);
    expect(rows).toContainEqual({ name: 'app.policies_allow' });
    const whole = new RegExp(`\\b(?:${rows.map(({ name }) => name).join('|')})\\(\\w+[,)]`, 'g');
    expect('where app.policies_allow(o, a)').toMatch(whole);
    expect('where app.policies_allow(row(o.*)::app.object_types, a)').not.toMatch(whole);
    const found = globSync('src/**/*.ts', { cwd: root }).flatMap(
      (path) => readFileSync(join(root, path), 'utf8').match(whole) ?? [],
    );
    expect(found).toEqual([]);
  });

  it('the page on clusters names each setting that the doctor asks for', () => {
    const page = readFileSync(join(root, 'docs/operate/many-machines.md'), 'utf8');
    expect(nodeSettings).toContain('citus.allow_nested_distributed_execution');
    for (const name of nodeSettings) expect(page).toMatch(new RegExp(`^ *${name} = `, 'm'));
  });
});
