import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { checkIndex } from '../support/check-index.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { untilBlocked } from '../support/until-blocked.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const server = useOwnDatabase();
const tenant = useTenant(server);
let type: DefinedType;

beforeEach(async () => {
  type = await defineType(tenant, {
    email: { data_type: 'email', is_unique: true },
    country: { data_type: 'string', is_indexed: true },
    city: 'string',
    level: { data_type: 'integer', default_value: 1 },
  });
});
afterAll(async () => {
  expect(await checkIndex(server.db)).toEqual([]);
});

const upsert = (match_on: unknown, ...items: object[]) =>
  tenant.post(`${type.path}/batch/upsert`, {
    match_on,
    objects: items.map((properties) => ({ properties })),
  });
const read = async (object_ids: string[]) =>
  (await tenant.post(`${type.path}/batch/read`, { object_ids })).body.data;
const total = async () => (await tenant.get(`${type.path}/list`)).body.data.total;

describe('batch/upsert', () => {
  it('reads the type once for all items when match_on has no index', async () => {
    const numbers = Array.from({ length: 100 }, (_, n) => n);
    const untyped = await defineType(tenant, {
      n: 'number',
      tags: 'array',
      x: 'json',
      k: 'string',
    });
    const send = (match_on: string[], objects: object[]) =>
      tenant.post(`${untyped.path}/batch/upsert`, {
        match_on,
        objects: objects.map((properties) => ({ properties })),
      });
    const made = (n: number) => ({ n: n / 10, tags: ['a', n], x: { n }, k: `k${n % 7}` });
    const first = await send(['n', 'tags', 'x', 'k'], numbers.map(made));
    const second = await send(['n', 'tags', 'x', 'k'], numbers.map(made).toReversed());
    expect(second.body.data).toMatchObject({ created: 0, updated: 100 });
    expect(second.body.data.ids.toReversed()).toEqual(first.body.data.ids);
    const others = await send(['n', 'tags', 'x', 'k'], [{ ...made(3), k: 'other' }]);
    expect(others.body.data).toMatchObject({ created: 1 });
    expect((await send(['k'], [{ k: 'k1' }])).body.error.code).toBe('INVALID_STATE');
    const keys = JSON.stringify(numbers.map((n) => ({ k: `none${n}` })));
    const read = async () =>
      (
        await client.query(
          `select sum(idx_tup_fetch + seq_tup_read)::int as n from pg_stat_xact_user_tables where relname = 'objects'`,
        )
      ).rows[0].n;
    const client = await server.db.connect();
    await client.query('begin');
    const before = await read();
    await client.query(
      `select app.objects_match(row(t.*)::app.object_types, '{k}', array(select jsonb_array_elements($2)))
       from app.object_types t where id = $1`,
      [untyped.id, keys],
    );
    expect((await read()) - before).toBeLessThan(2 * 101 + 20);
    await client.query('rollback');
    client.release();
  });

  it('creates missing objects and changes existing ones, with ids in the given order', async () => {
    const first = await upsert('email', { email: 'b@x.co' }, { email: 'd@x.co', level: 9 });
    expect(first.body.data).toMatchObject({ created: 2, updated: 0 });
    const [b, d]: string[] = first.body.data.ids;
    const { status, body } = await upsert(
      'email',
      { email: 'a@x.co' },
      { email: 'D@x.co', city: 'Rome' },
      { email: 'c@x.co', city: 'Ostia' },
      { email: 'b@x.co', level: null },
    );
    expect([status, body.data]).toEqual([
      200,
      { created: 2, updated: 2, ids: [expect.anything(), d, expect.anything(), b] },
    ]);
    const objects = await read(body.data.ids);
    expect(
      objects.map((o: { version: number; properties: object }) => [o.version, o.properties]),
    ).toEqual([
      [1, { email: 'a@x.co', level: 1 }],
      [2, { email: 'd@x.co', level: 9, city: 'Rome' }],
      [1, { email: 'c@x.co', level: 1, city: 'Ostia' }],
      [2, { email: 'b@x.co' }],
    ]);
    expect(await total()).toBe(4);
  });

  it.each([
    ['one unique property', 'email', { email: 'a@x.co' }],
    ['one in an array', ['email'], { email: 'a@x.co' }],
    ['an indexed one', 'country', { country: 'IT' }],
    ['one without an index', 'city', { city: 'Rome' }],
    ['several, the first indexed', ['country', 'city'], { country: 'IT', city: 'Rome' }],
    ['several, the first not indexed', ['city', 'country'], { country: 'IT', city: 'Rome' }],
  ])('finds its object by %s', async (_, match_on, key) => {
    const others = [{ country: 'IT', city: 'Ostia' }, { country: 'FR', city: 'Rome' }, {}];
    const names = Object.keys(key);
    for (const properties of others.filter(
      (o) => names.some((n) => !(n in o)) || names.length > 1,
    )) {
      await tenant.post(type.path, { properties });
    }
    const made = (await upsert(match_on, { ...key, level: 5 })).body.data;
    expect(made).toMatchObject({ created: 1, updated: 0 });
    const again = (await upsert(match_on, { ...key, level: 6 })).body.data;
    expect(again).toEqual({ created: 0, updated: 1, ids: made.ids });
    expect((await read(made.ids))[0].properties).toEqual({ ...key, level: 6 });
  });

  it('compares whole values: a longer list or a larger object is a different value', async () => {
    const own = await defineType(tenant, { tags: 'array', place: 'object' });
    const send = (match_on: string, properties: object) =>
      tenant.post(`${own.path}/batch/upsert`, { match_on, objects: [{ properties }] });
    await send('tags', { tags: ['a', 'b'] });
    expect((await send('tags', { tags: ['a'] })).body.data).toMatchObject({ created: 1 });
    expect((await send('tags', { tags: ['a', 'b'] })).body.data).toMatchObject({ updated: 1 });
    await send('place', { place: { city: 'Rome', hill: 7 } });
    expect((await send('place', { place: { city: 'Rome' } })).body.data).toMatchObject({
      created: 1,
    });
  });

  it('ignores the trash and other types', async () => {
    const { body } = await upsert('email', { email: 'a@x.co' });
    await tenant.delete(`${type.path}/${body.data.ids[0]}`);
    expect((await upsert('email', { email: 'a@x.co' })).body.data).toMatchObject({ created: 1 });
  });

  it('refuses with 409 an item that matches several objects', async () => {
    for (const level of [1, 2]) {
      await tenant.post(type.path, { properties: { country: 'IT', city: 'Rome', level } });
    }
    for (const name of ['country', 'city']) {
      const many = await upsert(name, { country: 'IT', city: 'Rome' });
      expect([many.status, many.body.error.code]).toEqual([409, 'INVALID_STATE']);
    }
    expect(await total()).toBe(2);
  });

  it.each<[string, unknown, object[], string]>([
    ['match_on names an unknown property', 'nothing', [{ nothing: 1 }], 'match_on'],
    ['match_on is empty', [], [{ email: 'a@x.co' }], 'match_on'],
    ['match_on is missing', undefined, [{ email: 'a@x.co' }], 'match_on'],
    ['an item lacks the value', 'email', [{ email: 'a@x.co' }, {}], 'objects[1].properties.email'],
    ['the value is null', 'email', [{ email: null }], 'objects[0].properties.email'],
    ['two items are the same', 'email', [{ email: 'a@x.co' }, { email: 'A@x.co' }], 'objects[1]'],
    ['a value is invalid', 'email', [{ email: 'a' }], 'objects[0].properties.email'],
    ['another is invalid', 'city', [{ city: 'x', level: '1' }], 'objects[0].properties.level'],
  ])('refuses the batch when %s', async (_, match_on, items, param) => {
    const { status, body } = await upsert(match_on, ...items);
    expect([status, body.error.param]).toEqual([400, param]);
    expect(await total()).toBe(0);
  });

  it('names a unique value that another object holds', async () => {
    const holder = await upsert('email', { email: 'a@x.co' });
    const { status, body } = await upsert('city', { city: 'Rome', email: 'a@x.co' });
    expect([status, body.error.details]).toEqual([
      409,
      { property: 'email', value: 'a@x.co', existing_id: holder.body.data.ids[0] },
    ]);
  });

  it('lets a new object take a unique value that the same batch frees', async () => {
    const own = { city: 'Rome', email: 'a@x.co' };
    await upsert('city', own);
    const { status, body } = await upsert(
      'city',
      { city: 'Ostia', email: own.email },
      { city: 'Rome', email: null },
    );
    expect([status, body.data]).toMatchObject([200, { created: 1, updated: 1 }]);
  });
});

describe('simultaneous upserts', () => {
  it('create an object once, and then change it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => upsert('email', { email: 'one@x.co', [`from${n}`]: n })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const created = answers.filter(({ body }) => body.data.created === 1);
    expect(created).toHaveLength(1);
    const ids = new Set(answers.flatMap(({ body }) => body.data.ids));
    expect(ids.size).toBe(1);
    const [object] = await read([...ids] as string[]);
    expect(object.version).toBe(20);
    expect(Object.keys(object.properties)).toHaveLength(2 + 20);
  });

  it('change an object that another write has just created', async () => {
    const holder = await server.db.connect();
    await holder.query('begin');
    await holder.query(
      `select set_config('app.tenant_id', t.tenant_id, true),
         app.objects_create(row(t.*)::app.object_types, array['{"email": "new@x.co"}'::jsonb])
       from app.object_types t where t.tenant_id = $1 and t.id = $2`,
      [tenant.tenant.id, type.id],
    );
    const waiting = upsert('email', { email: 'new@x.co', city: 'Rome' });
    await untilBlocked(server.db, holder);
    await holder.query('commit');
    holder.release();
    const { body } = await waiting;
    expect(body.data).toMatchObject({ created: 0, updated: 1 });
    expect(await total()).toBe(1);
  });

  it('keep an item whose object disappears before it is locked', async () => {
    const { body } = await upsert('email', { email: 'gone@x.co' });
    const [id] = body.data.ids;
    const holder = await server.db.connect();
    await holder.query('begin');
    await holder.query('select from app.objects where tenant_id = $1 and id = $2 for update', [
      tenant.tenant.id,
      id,
    ]);
    const waiting = upsert('email', { email: 'gone@x.co', city: 'Rome' });
    await untilBlocked(server.db, holder);
    await holder.query(
      `select set_config('app.tenant_id', t.tenant_id, true),
         app.objects_purge(row(t.*)::app.object_types, array(
           select row(o.*)::app.objects from app.objects o where o.tenant_id = t.tenant_id and o.id = $3))
       from app.object_types t where t.tenant_id = $1 and t.id = $2`,
      [tenant.tenant.id, type.id, id],
    );
    await holder.query('commit');
    holder.release();
    const { body: answer } = await waiting;
    expect(answer.data).toMatchObject({ created: 1, updated: 0 });
    expect((await read(answer.data.ids))[0].properties.city).toBe('Rome');
  });
});
