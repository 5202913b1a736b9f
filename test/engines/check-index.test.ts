import { beforeAll, describe, expect, it } from 'vitest';
import { checkIndex } from '../support/check-index.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const server = useOwnDatabase();
const tenant = useTenant(server);
let type: DefinedType;
let id: string;

beforeAll(async () => {
  type = await defineType(tenant, { n: { data_type: 'integer', is_unique: true }, free: 'string' });
  const { body } = await tenant.post(type.path, { properties: { n: 1 } });
  id = body.data.id;
  await tenant.patch(`${type.path}/${id}`, { properties: { n: 2 } });
});

/** Each breaks one thing, and what must be said of it. */
const faults: [sql: string, problem: RegExp][] = [
  ['delete from app.object_index', /^object_index misses obj_\w+ of n$/],
  ['update app.object_index set number_value = 7', /^object_index (misses|has) obj_\w+ of n$/],
  ['update app.object_index set is_unique = false', /^object_index (misses|has) obj_\w+ of n$/],
  [
    `insert into app.object_index select tenant_id, id, '', 0, 'obj_0' from app.properties
      where name = 'free'`,
    /^object_index has obj_0 of free$/,
  ],
  [`update app.properties set is_required = true`, /^object_types.definition of \S+ is stale$/],
  [`update app.object_types set indexed = '{}'`, /^object_types.indexed of \S+ is stale$/],
  [`update app.object_counts set live = live + 1 where slot = 0`, /^object_counts of .* 2 live/],
  [`delete from app.object_versions`, /^object_versions of obj_\w+: \{\}, at version 2$/],
  [
    `update app.object_versions set object_id = 'obj_0'`,
    /^object_versions of obj_0, which is gone$/,
  ],
  [`update app.objects set version = 3`, /^journal of obj_\w+ ends with 2 after 2 rows/],
];

describe('checkIndex', () => {
  it('reports nothing when the index is right', async () => {
    expect(await checkIndex(server.db)).toEqual([]);
  });

  it.each(faults)('detects %s', async (sql, problem) => {
    const client = await server.db.connect();
    await client.query('begin');
    await client.query(sql);
    const problems = await checkIndex(client);
    await client.query('rollback');
    client.release();
    expect(problems.filter((text) => problem.test(text))).not.toEqual([]);
  });
});
