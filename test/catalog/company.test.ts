import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { routes } from '../../src/groups/index.ts';

/** Settings of a statement of the worker, which has a transaction of its own. */
const ofWorker = /^sql\/70_worker\//;
/** Those of an operation that shares no statement. */
const ofSearch = 'sql/20_engines/data/vectors/vector_ids_by_index.sql';
/** The values of a statement, set where it is executed; and which statements a connection keeps (app.kept). */
const ofStatements = ['app.given', 'app.given_2', 'app.kept', 'app.keeps_no_more'];

it('a call in company begins with every setting that any call makes as it was', () => {
  const settings = new Set<string>();
  for (const file of globSync('sql/**/*.sql')) {
    if (ofWorker.test(file) || file === ofSearch) continue;
    const text = readFileSync(file, 'utf8');
    for (const [, name] of text.matchAll(/set_config\(\s*'([a-z0-9_.]+)'/g))
      if (!ofStatements.includes(name as string)) settings.add(name as string);
    // No one would find others.
    expect([file, /\bset local\b/i.test(text)]).toEqual([file, false]);
    expect([file, /set_config\(\s*[^'\s]/.test(text)]).toEqual([file, false]);
  }
  const company = readFileSync('sql/40_gateway/call_many.sql', 'utf8');
  const begins = [...company.matchAll(/set_config\('([a-z_.]+)'/g)].map(([, name]) => name);
  expect([...settings].toSorted()).toEqual(begins.toSorted());
  expect(routes.find(({ id }) => id === 'ai.vector_search')).not.toHaveProperty('rides');
});
