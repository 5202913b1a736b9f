import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import {
  type Known,
  type ParsedFunction,
  parseFunction,
  readKnown,
  rules,
} from './sql-rules/index.ts';
import { examples } from './sql-rules-examples.ts';

/** What breaks a rule all the same, by rule, each with its reason. */
const exceptions: Record<string, string[]> = {
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
  it.each(Object.entries(rules).map(([key, rule]) => [rule.name, key, rule] as const))('%s', (_, key, rule) => {
    const found = functions.flatMap((fn) =>
      rule.find(fn, known).map((what) => `${fn.name}: ${what}`),
    );
    expect([...new Set(found)]).toEqual(exceptions[key] ?? []);
  });
});
