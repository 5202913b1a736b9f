import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/groups/index.ts';
import { functionOf, isPlatform, type Route } from '../../src/operations/route.ts';
import { createTestDatabase } from '../support/database.ts';

/** For each flag of a row, the functions that write its mark. */
const writers = {
  makesSession: ['app.session_answer'],
  carriesHeaders: ['app.answer', 'app.listed'],
  mayRefuse: ['app.refuse', 'app.plugin_carry_out', 'app.restore_into', 'platform.diff_apply'],
} satisfies Partial<Record<keyof Route, string[]>>;
type Flag = keyof typeof writers;

/** Functions that call others that write marks, and answer none themselves. */
const opening = [
  // Those around every operation, whose marks every answer may have.
  'app.run_once',
  'app.run_change',
  'app.run_dry',
  // It takes the answers of single operations apart.
  'app.batch_each',
];

/** The functions that each one calls for their answer, by its name. `perform` takes none. */
const calls = new Map<string, string[]>();
beforeAll(async () => {
  const database = await createTestDatabase();
  const { rows } = await database.db.query<{ name: string; text: string }>(
    `select pronamespace::regnamespace || '.' || proname as name, prosrc as text
     from pg_proc where pronamespace = any ('{api,app,platform}'::regnamespace[])`,
  );
  await database.drop();
  for (const { name, text } of rows) {
    const read = text.replaceAll(/--.*/g, '').replaceAll(/\bperform (?:api|app)\.\w+/g, '');
    const called = [...read.matchAll(/\b(?:api|app|platform)\.\w+(?=\s*\()/g)].map(([one]) => one);
    calls.set(name, opening.includes(name) ? [] : called);
  }
});

function writes(name: string, flag: Flag, seen = new Set<string>()): boolean {
  if (seen.has(name)) return false;
  seen.add(name);
  return (calls.get(name) ?? []).some(
    (called) => writers[flag].includes(called) || writes(called, flag, seen),
  );
}

/** The SQL functions that answer for a row: its own, and those without a row that its handler calls. */
const functionsOf = (route: Route): string[] =>
  [
    ...(route.isComposed ? [] : [functionOf(route)]),
    ...(route.operations ?? []),
    ...(route.looks ?? []),
  ].map((name) => `${isPlatform(route) ? 'platform' : 'api'}.${name}`);

describe.each(Object.keys(writers) as Flag[])('the flag %s', (flag) => {
  it('is on each row whose function writes its mark, and on no other', () => {
    const writing = routes.filter((route) => functionsOf(route).some((one) => writes(one, flag)));
    expect(writing.length).toBeGreaterThan(10);
    const flagged = routes.filter((route) => route[flag]);
    expect(flagged.map(({ id }) => id).toSorted()).toEqual(writing.map(({ id }) => id).toSorted());
  });
});

it('marks are written by the functions that the flags are about, and by those around all operations', async () => {
  const database = await createTestDatabase();
  const { rows } = await database.db.query<{ name: string }>(
    `select distinct pronamespace::regnamespace || '.' || proname as name from pg_proc
     where prosrc ~ 'build_object\\(\\s*''\\$(headers|refuse|session)''' order by 1`,
  );
  await database.drop();
  expect(rows.map(({ name }) => name)).toEqual(
    [...new Set(Object.values(writers).flat())].toSorted(),
  );
});
