import { beforeEach, describe, expect, it } from 'vitest';
import { made } from '../dashboards/support.ts';
import { createPolicy, own } from '../policies/support.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { followed, setIndex } from './embedder.ts';

const server = useOwnDatabase({ WORKER: 'on' });
let api: TenantClient;
let notes: DefinedType;
beforeEach(async () => {
  api = await createTenant(server);
  notes = await defineType(
    api,
    { title: 'string', body: 'text', pages: 'integer', owner: 'string' },
    { name: 'notes', user_access: 'open' },
  );
});

const note = async (properties: object) => (await made(api.post(notes.path, { properties }))).id;
const near = async (query: string, more: object = {}, client: Pick<TenantClient, 'post'> = api) =>
  (await made(client.post('/v1/ai/vector-search', { object_type_id: 'notes', query, ...more })))
    .results;
const idsOf = async (...asked: Parameters<typeof near>) =>
  (await near(...asked)).map(({ id }: { id: string }) => id);
const idle = () => followed(server.db, api);

describe('a search of the objects of a type with ai_index', () => {
  it('holds filters of their properties, and finds words besides, also before there is a vector', async () => {
    const [red, blue] = [
      await note({ title: 'A red bicycle', pages: 1 }),
      await note({ title: 'A blue bicycle', pages: 2, body: 'QX-4471' }),
    ];
    await made(setIndex(api, notes, { properties: ['title'] }));
    await idle();
    expect(await idsOf('red bicycle')).toEqual([red, blue]);
    expect(
      await idsOf('red bicycle', { filters: [{ property: 'pages', operator: 'gt', value: 1 }] }),
    ).toEqual([blue]);
    expect(await idsOf('bicycle QX-4471', { hybrid: true })).toEqual([blue, red]);
    const refused = await api.post('/v1/ai/vector-search', {
      object_type_id: 'notes',
      query: 'a',
      filters: [{ property: 'pages', operator: 'like', value: 1 }],
    });
    expect([refused.status, refused.body.error.param]).toEqual([400, 'filters[0].operator']);
    await server.db.query('delete from app.vectors where tenant_id = $1 and id = $2', [
      api.tenant.id,
      blue,
    ]);
    expect(await idsOf('a bicycle')).toEqual([red]);
    const found = await near('bicycle', { hybrid: true });
    expect(found).toMatchObject([{ id: red }, { id: blue, score: 0, text: 'A blue bicycle' }]);
    expect(await idsOf('bicycle', { hybrid: true, min_score: 0.1 })).not.toContain(blue);
    const { rows } = await server.db.query('select 1 from app.vector_words where tenant_id = $1', [
      api.tenant.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('shows what the policies show, and takes a right to objects', async () => {
    await createPolicy(api, { action: 'select', effect: 'allow', condition_json: [own] }, 'notes');
    const user = await createUser(api);
    const role = await made(
      api.post('/v1/roles', { name: 'asker', permissions: ['ai:use', 'objects:read'] }),
    );
    await made(api.post('/v1/roles/assign', { user_id: user.user.id, role_id: role.id }));
    const mine = await note({ title: 'secret words', owner: user.user.id });
    await note({ title: 'secret words', owner: 'somebody' });
    await made(setIndex(api, notes, { properties: ['title'] }));
    await idle();
    for (const hybrid of [true, false]) {
      expect(await idsOf('secret', { hybrid })).toHaveLength(2);
      expect(await idsOf('secret', { hybrid }, user.client)).toEqual([mine]);
    }
    const key = await api.withKey(['ai']);
    expect(
      (await key.post('/v1/ai/vector-search', { object_type_id: 'notes', query: 'a' })).status,
    ).toBe(403);
  });

  it('names what is missing', async () => {
    const search = async (body: object) => {
      const answer = await api.post('/v1/ai/vector-search', { query: 'a', ...body });
      return [answer.status, answer.body.error.param ?? answer.body.error.code];
    };
    expect(await search({ object_type_id: 'notes' })).toEqual([409, 'INVALID_STATE']);
    expect(await search({ object_type_id: 'nothing' })).toEqual([404, 'NOT_FOUND']);
    expect(await search({})).toEqual([400, 'collection']);
    expect(await search({ collection: 'a', object_type_id: 'notes' })).toEqual([400, 'collection']);
    expect(await search({ object_type_id: 'notes', model: 'a' })).toEqual([400, 'provider_id']);
    await made(setIndex(api, notes, { properties: ['title'] }));
    await idle();
    expect(await near('nothing yet')).toEqual([]);
    const { rows } = await server.db.query(
      'select collection from app.ai_indexes where tenant_id = $1',
      [api.tenant.id],
    );
    const { collection } = rows[0];
    await note({ title: 'One' });
    await idle();
    expect(await search({ collection })).toEqual([404, 'NOT_FOUND']);
    expect(
      (await api.put(`/v1/ai/vectors/${collection}`, { items: [{ id: 'a', text: 'a' }] })).status,
    ).toBe(404);
    const other = await createTenant(server);
    const asked = { object_type_id: notes.id, query: 'a' };
    expect((await other.post('/v1/ai/vector-search', asked)).status).toBe(404);
  });
});
