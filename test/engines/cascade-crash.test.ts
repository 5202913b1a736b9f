import { beforeAll, expect, it } from 'vitest';
import { checkIndex } from '../support/check-index.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { killBlocked } from '../support/kill-blocked.ts';
import { seedObjects } from '../support/seed-objects.ts';
import { untilBlocked } from '../support/until-blocked.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const size = 50_000;

// It counts everything there is.
const server = useOwnDatabase({}, { isInCompany: false });
const tenant = useTenant(server);
let type: DefinedType;
let ids: string[];

beforeAll(async () => {
  type = await defineType(tenant, { n: { data_type: 'integer', is_indexed: true } });
  ids = await seedObjects(server.db, type.id, size, `jsonb_build_object('n', i)`);
});

async function counts(): Promise<Record<string, number>> {
  const { rows } = await server.db.query(
    `select (select count(*)::int from app.object_types) as types,
       (select count(*)::int from app.properties) as properties,
       (select count(*)::int from app.objects) as objects,
       (select count(*)::int from app.object_index) as index_rows,
       (select count(*)::int from app.confirm_tokens) as tokens,
       (select count(*)::int from app.journal where type = 'object_type.deleted') as journal`,
  );
  return rows[0];
}

it('a cascade killed midway has changed nothing, and can be repeated', async () => {
  const path = `/v1/object-types/${type.id}`;
  const asked = await tenant.delete(path);
  expect(asked.body.error.dependencies[0]).toMatchObject({ type: 'object', count: size });
  const confirmed = `${path}?force=true&confirm_token=${asked.body.error.confirm_token}`;
  const before = await counts();
  expect(before).toMatchObject({ types: 1, objects: size, index_rows: size, tokens: 1 });

  // The delete stops at this object, with the index and nearly all the other objects behind it.
  const holder = await server.db.connect();
  await holder.query('begin');
  await holder.query('select from app.objects where id = $1 for update', [ids.at(-1)]);
  const deleting = tenant.delete(confirmed);
  await untilBlocked(server.db, holder);
  expect(await killBlocked(server, holder)).toBe(1);
  await holder.query('commit');
  holder.release();
  const { status, headers } = await deleting;
  expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);

  expect(await counts()).toEqual(before);
  expect(await checkIndex(server.db)).toEqual([]);
  expect((await tenant.get(`${type.path}/list?limit=1`)).body.data.total).toBe(size);

  expect((await tenant.delete(confirmed)).status).toBe(200);
  expect(await counts()).toEqual({
    types: 0,
    properties: 0,
    objects: 0,
    index_rows: 0,
    tokens: 0,
    journal: 1,
  });
});
