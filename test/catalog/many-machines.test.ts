import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { examples } from './sql-rules/examples.ts';
import {
  type Known,
  type ParsedFunction,
  parseFunction,
  readKnown,
  rules,
} from './sql-rules/index.ts';

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
