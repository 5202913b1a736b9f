import { expect, it } from 'vitest';
import { comparedKinds } from '../../src/groups/diffs/kinds.ts';
import { recordKinds } from '../../src/groups/diffs/records.ts';
import { comparedTables } from '../../src/groups/diffs/tables.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();

it('every table of a snapshot is compared, or is not for a reason; and every kind is of a table', async () => {
  const { rows } = await server.db.query(
    `select table_name from app.registry_tables() where rule->>'snapshot' = 'in' order by table_name collate "C"`,
  );
  expect(Object.keys(comparedTables).toSorted()).toEqual(rows.map(({ table_name }) => table_name));
  const named = Object.values(comparedTables).flatMap((one) =>
    'kind' in one ? [one.kind] : 'with' in one ? [one.with] : [],
  );
  const restored = Object.values(comparedTables).flatMap((one) =>
    'restored' in one ? [one.restored] : [],
  );
  expect([...new Set(restored)].toSorted()).toEqual([...recordKinds].toSorted());
  const declared = await server.db.query(
    "select rule #>> '{restored,kind}' as kind from app.registry_tables() where rule ? 'restored'",
  );
  const unknown = declared.rows.filter(({ kind }) => !restored.includes(kind));
  expect(unknown).toEqual([]);
  const kinds = new Set([...comparedKinds.map(({ kind }) => kind), ...['objects', 'associations']]);
  expect(named.filter((kind) => !kinds.has(kind))).toEqual([]);
  // Settings lie in two tables, under three names.
  expect([...kinds].filter((kind) => !named.includes(kind))).toEqual(['branding']);
});
