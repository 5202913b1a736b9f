import { expect, it } from 'vitest';
import { settle } from '../support/settle.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);

const types = '/v1/object-types';
const create = (body: object) => api.post(types, body);
const title = { name: 'title', data_type: 'string', is_required: true };
const sku = { name: 'sku', data_type: 'string', is_unique: true };
const kind = { name: 'kind', data_type: 'enum', enum_values: ['a', 'b'], default_value: 'a' };

it('creates a type with its properties, which hold from the first object on', async () => {
  const { status, body } = await create({ name: 'goods', properties: [title, sku, kind] });
  expect([status, body.data.name]).toEqual([201, 'goods']);
  const { data } = (await api.get(`${types}/goods/properties`)).body;
  expect(data.toReversed()).toMatchObject([
    { ...title, index: { status: 'none' } },
    { ...sku, index: { status: 'ready', done: 0, total: 0 } },
    kind,
  ]);
  expect((await api.post('/v1/objects/goods', {})).body.error.param).toBe('properties.title');
  const first = await api.post('/v1/objects/goods', { properties: { title: 'x', sku: '1' } });
  expect(first.body.data.properties).toEqual({ title: 'x', sku: '1', kind: 'a' });
  const second = await api.post('/v1/objects/goods', { properties: { title: 'y', sku: '1' } });
  expect([second.status, second.body.error.code]).toEqual([409, 'UNIQUE_VIOLATION']);
  await settle(server.db);
  const { results } = (await api.get('/v1/changes?types=object_type.*,property.*')).body.data;
  expect(results.map(({ type }: { type: string }) => type)).toEqual([
    'object_type.created',
    ...['property.created', 'property.created', 'property.created'],
  ]);
});

it('creates nothing when one of them is refused, and names it by its place', async () => {
  const refused: [object[], string, number][] = [
    [[title, { name: 'id', data_type: 'string' }], 'properties[1].name', 400],
    [[title, { name: 'TITLE', data_type: 'text' }], 'properties[1].name', 400],
    [[title, { ...kind, default_value: 'c' }], 'properties[1].default_value', 400],
    [[title, { name: 'n', data_type: 'nubmer' }], 'properties[1].data_type', 400],
    [[{ ...title, is_requird: true }], 'properties[0].is_requird', 400],
  ];
  for (const [properties, path, expected] of refused) {
    const { status, body } = await create({ name: 'broken', properties });
    expect([status, body.error.param]).toEqual([expected, path]);
    expect(body.error.details[0].path).toBe(path);
  }
  expect((await api.get(`${types}/broken`)).status).toBe(404);
});

it('takes an ai_index over the properties that come with it', async () => {
  const { status, body } = await create({
    name: 'articles',
    properties: [title, { name: 'text', data_type: 'text' }],
    ai_index: { properties: ['title', 'text'] },
  });
  expect([status, body.data.ai_index.properties]).toEqual([201, ['title', 'text']]);
  const unknown = await create({
    name: 'letters',
    properties: [title],
    ai_index: { properties: ['title', 'body'] },
  });
  expect([unknown.status, unknown.body.error.param]).toEqual([400, 'ai_index.properties[1]']);
  expect((await api.get(`${types}/letters`)).status).toBe(404);
  expect((await create({ name: 'plain', properties: [], ai_index: null })).status).toBe(201);
});

it('needs the rights of an ai_index for one, as PATCH does', async () => {
  const key = (await api.post('/v1/keys', { label: 'k', scopes: ['schema', 'read'] })).body.data;
  const init = {
    headers: { authorization: `Bearer ${key.token}`, 'content-type': 'application/json' },
  };
  const send = (body: object) => api.send('POST', types, { ...init, body: JSON.stringify(body) });
  const index = { ai_index: { properties: ['title'] } };
  expect((await send({ name: 'kept', properties: [title], ...index })).status).toBe(403);
  expect((await send({ name: 'kept', properties: [title] })).status).toBe(201);
});

it('keeps an ai_index that is set again unchanged, without an event', async () => {
  const ai_index = { properties: ['title'] };
  const notes = `${types}/notes`;
  await create({ name: 'notes', properties: [title, sku], ai_index });
  const set = async (asked: object | null, client: Pick<typeof api, 'patch'> = api) =>
    (await client.patch(notes, { ai_index: asked })).body.data;
  const first = (await api.get(notes)).body.data;
  expect((await set(ai_index)).updated_at).toBe(first.updated_at);
  const also = await api.patch(notes, { name: 'notes', strict: false, ai_index });
  expect(also.body.data.updated_at).toBe(first.updated_at);
  const journal = async () => {
    await settle(server.db);
    return (await api.get('/v1/changes?types=object_type.updated')).body.data.results.length;
  };
  expect(await journal()).toBe(0);
  const other = await set({ properties: ['title', 'sku'] });
  expect(other.updated_at > first.updated_at).toBe(true);
  expect((await set({ properties: ['sku', 'title'] })).ai_index.properties).toEqual([
    'sku',
    'title',
  ]);
  const none = await set(null);
  expect([none.ai_index, (await set(null)).updated_at]).toEqual([null, none.updated_at]);
  expect(await journal()).toBe(3);
});

it('takes an ai_index over by setting it again', async () => {
  const ai_index = { properties: ['title'] };
  const { data } = (await create({ name: 'plans', properties: [title], ai_index })).body;
  const other = await api.withKey(['schema', 'ai', 'read']);
  const taken = (await other.patch(`${types}/plans`, { ai_index })).body.data;
  expect(taken.updated_at > data.updated_at).toBe(true);
  const none = await api.withKey(['schema', 'read']);
  expect((await none.patch(`${types}/plans`, { ai_index })).status).toBe(403);
});
