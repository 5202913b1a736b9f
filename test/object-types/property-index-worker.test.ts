import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkIndex } from '../support/check-index.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { seedObjects } from '../support/seed-objects.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const server = useOwnDatabase({ WORKER: 'on' });
const tenant = useTenant(server);
let type: DefinedType;
let ids: string[];

beforeAll(async () => {
  type = await defineType(tenant);
  const properties = `jsonb_build_object('a', i, 'b', i % 10, 'c', 'c' || i)`;
  ids = await seedObjects(server.db, type.id, 10_500, properties);
});
afterAll(async () => {
  expect(await checkIndex(server.db)).toEqual([]);
});

const define = async (name: string, flags: object): Promise<string> => {
  const property = { name, data_type: 'json', ...flags };
  const { body } = await tenant.post(`/v1/object-types/${type.id}/properties`, property);
  return body.data.id;
};
const ended = (id: string) =>
  until(
    async () => (await tenant.get(`/v1/object-types/${type.id}/properties/${id}`)).body.data,
    (property) => !['building', 'none'].includes(property.index.status),
  );

describe('the index worker', () => {
  it('builds several indexes of a type at a time', async () => {
    const made = [
      await define('a', { is_sortable: true }),
      await define('b', { is_indexed: true }),
      await define('c', { is_unique: true }),
    ];
    for (const id of made) {
      const { index } = await ended(id);
      expect(index).toEqual({ status: 'ready', done: 10_500, total: 10_500, error: null });
    }
    const { rows } = await server.db.query(
      `select array(select key from jsonb_each(definition) where value ? 'ready' order by 1) as ready
         from app.object_types where id = $1`,
      [type.id],
    );
    expect(rows[0].ready).toEqual(['a', 'b', 'c']);
  });

  it('gives up a unique index that a later object violates', async () => {
    const last = ids.at(-1) as string;
    await tenant.patch(`${type.path}/${last}`, { properties: { d: 'twice' } });
    const holder = await server.db.connect();
    await holder.query('begin');
    await holder.query('select from app.objects where tenant_id = $1 and id = $2 for update', [
      tenant.tenant.id,
      last,
    ]);
    const id = await define('d', { is_unique: true });
    const twin = await tenant.post(type.path, { properties: { d: 'twice' } });
    expect(twin.status).toBe(201); // the build cannot have come to the last object yet
    await holder.query('commit');
    holder.release();
    expect(await ended(id)).toMatchObject({
      is_unique: false,
      index: { status: 'failed', error: { code: 'UNIQUE_VIOLATION' } },
    });
    const { rows } = await server.db.query(
      `select actor->>'id' as who, after->'index'->>'status' as status from app.journal
        where resource_id = $1 order by id`,
      [id],
    );
    expect(rows.at(-1)).toEqual({ who: 'worker', status: 'failed' });
  });
});
