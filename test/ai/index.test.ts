import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { made } from '../dashboards/support.ts';
import { createPolicy, own } from '../policies/support.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import {
  type Embedder,
  followed,
  indexOf,
  ready,
  setIndex,
  startEmbedder,
  useEmbedder,
} from './embedder.ts';

const server = useOwnDatabase({ WORKER: 'on', OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
let models: Embedder;
let api: TenantClient;
let notes: DefinedType;
beforeAll(async () => {
  models = await startEmbedder();
});
afterAll(() => models.close());
beforeEach(async () => {
  models.requests.length = 0;
  models.refuse = () => undefined;
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
/** Searches until the answer is that one: vectors follow within seconds. */
const follows = (query: string, ids: string[], more: object = {}) =>
  until(
    () => idsOf(query, { min_score: 0.2, ...more }),
    (found) => JSON.stringify(found) === JSON.stringify(ids),
  );
const embedded = () => models.texts().flat();
const idle = () => followed(server.db, api);

describe('the objects of a type with ai_index', () => {
  it('are found by meaning, both existing ones and those that are written, changed, deleted and restored later', async () => {
    await useEmbedder(api, models);
    const bicycle = await note({ title: 'A red bicycle', body: 'with three gears', pages: 1 });
    const set = await made(setIndex(api, notes, { properties: ['title', 'body'] }));
    expect(set.ai_index).toMatchObject({
      properties: ['title', 'body'],
      status: 'building',
      total: 1,
    });
    expect(await ready(api, notes)).toMatchObject({
      model: 'tiny',
      done: 1,
      total: 1,
      error: null,
    });
    const [found] = await near('red bicycle', { include_object: true });
    expect(found).toMatchObject({
      id: bicycle,
      object_id: bicycle,
      object_type_id: notes.id,
      metadata: {},
    });
    expect(found.text).toBe('A red bicycle\nwith three gears');
    expect(found.object.properties.pages).toBe(1);

    const car = await note({ title: 'A blue car' });
    await follows('blue car', [car]);
    await made(api.patch(`${notes.path}/${car}`, { properties: { title: 'A wooden boat' } }));
    await follows('wooden boat', [car]);
    await made(api.delete(`${notes.path}/${car}`));
    expect(await idsOf('wooden boat', { min_score: 0.2 })).toEqual([]);
    await idle();
    const vectors = () =>
      server.db.query('select id from app.vectors where tenant_id = $1 order by id', [
        api.tenant.id,
      ]);
    expect((await vectors()).rows).toEqual([{ id: bicycle }]);
    await made(api.post(`${notes.path}/${car}/restore`, {}));
    await follows('wooden boat', [car]);
    await made(api.patch(`${notes.path}/${car}`, { properties: { title: null } }));
    await follows('wooden boat', []);
    const { by_operation } = await made(api.get('/v1/ai-usage'));
    expect(by_operation.map(({ operation }: { operation: string }) => operation)).toContain(
      'index',
    );
  });

  it('are embedded again only if their text has changed', async () => {
    await useEmbedder(api, models);
    await made(setIndex(api, notes, { properties: ['title'] }));
    const id = await note({ title: 'One', body: 'A', pages: 1 });
    await idle();
    await made(api.patch(`${notes.path}/${id}`, { properties: { pages: 2, body: 'B' } }));
    const { rows } = await server.db.query(
      `select pending from app.journal where tenant_id = $1 and type = 'object.updated'`,
      [api.tenant.id],
    );
    expect(rows).toEqual([{ pending: false }]);
    await made(api.delete(`${notes.path}/${id}`));
    await idle();
    await made(api.post(`${notes.path}/${id}/restore`, {}));
    await idle();
    expect(embedded()).toEqual(['One', 'One']);
    await note({ pages: 5 });
    await made(setIndex(api, notes, { properties: ['title', 'pages'] }));
    await idle();
    expect(embedded().slice(2).toSorted()).toEqual(['5', 'One\n2']);
    await made(setIndex(api, notes, { properties: ['title', 'pages'] }));
    await idle();
    expect(embedded()).toHaveLength(4);
    await made(setIndex(api, notes, { properties: ['title', 'pages'], model: 'other' }));
    await idle();
    expect(embedded()).toHaveLength(6);
    expect(await indexOf(api, notes)).toMatchObject({ model: 'other', status: 'ready', done: 2 });
    expect(models.requests.at(-1)?.body.model).toBe('other');
    expect(await idsOf('One')).toContain(id);
    expect(models.requests.at(-1)?.body).toMatchObject({ model: 'other', input: ['One'] });
  });

  it('keep their model when another provider becomes the default', async () => {
    await note({ title: 'A red bicycle' });
    await made(setIndex(api, notes, { properties: ['title'] }));
    await idle();
    await useEmbedder(api, models);
    const id = await note({ title: 'A blue car' });
    await follows('blue car', [id]);
    expect(await indexOf(api, notes)).toMatchObject({ provider_id: null, model: 'local-384' });
    expect(models.requests).toEqual([]);
  });

  it('are cut if their text is long, and stored in batches', async () => {
    await useEmbedder(api, models);
    await made(setIndex(api, notes, { properties: ['body'] }));
    for (const part of [0, 1, 2]) {
      const objects = Array.from({ length: 100 }, (_, n) => ({
        properties: { body: `text ${part} ${n}` },
      }));
      await made(api.post(`${notes.path}/batch/create`, { objects }));
    }
    await note({ body: 'x'.repeat(9_000) });
    await idle();
    expect(embedded()).toHaveLength(301);
    expect(Math.max(...embedded().map((text) => text.length))).toBe(8_000);
    expect(models.requests.length).toBeLessThan(30);
  });
});

describe('ai_index', () => {
  it('is refused for properties that are not there, each by name, and a type needs something to be changed', async () => {
    const hostile = `'; drop table app.vectors; --`;
    const { status, body } = await setIndex(api, notes, {
      properties: ['title', hostile, 'none', '%'],
    });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.error.details.map(({ path }: { path: string }) => path)).toEqual(
      [1, 2, 3].map((n) => `ai_index.properties[${n}]`),
    );
    expect(body.error.details[0].message).toContain(hostile);
    const refused = async (ai_index: object) => (await setIndex(api, notes, ai_index)).status;
    expect(await refused({ properties: [] })).toBe(400);
    expect(await refused({ properties: ['title', 'title'] })).toBe(400);
    expect(await refused({ properties: ['title'], provider_id: 'aip_0' })).toBe(404);
    expect((await api.patch('/v1/object-types/notes', {})).status).toBe(400);
    expect(await indexOf(api, notes)).toBeNull();
  });

  it('is not set with only a right to types, or only to AI, or without a right to objects', async () => {
    const asked = { properties: ['title'] };
    for (const scopes of [['schema'], ['ai', 'read'], ['schema', 'write']])
      expect((await setIndex(await api.withKey(scopes), notes, asked)).status).toBe(403);
    const permissions = ['object_types:manage', 'ai:manage'];
    await api.post('/v1/roles', { name: 'blind', permissions });
    const blind = await createUser(api, { role: 'blind' });
    expect((await setIndex(blind.client, notes, asked)).status).toBe(403);
    expect((await setIndex(await api.withKey(['schema', 'ai']), notes, asked)).status).toBe(200);
    const manager = await api.withKey(['schema']);
    expect((await setIndex(manager, notes, null)).status).toBe(403);
    await made(manager.patch('/v1/object-types/notes', { display_name: 'Notes', name: 'notes' }));
    expect(await indexOf(api, notes)).toMatchObject({ properties: ['title'] });
  });

  it('embeds what its author sees, with the rights they have at that moment', async () => {
    await useEmbedder(api, models);
    await createPolicy(api, { action: 'select', effect: 'allow', condition_json: [own] }, 'notes');
    await api.post('/v1/roles', {
      name: 'builder',
      permissions: ['object_types:manage', 'ai:manage', 'objects:read'],
    });
    const builder = await createUser(api, { role: 'builder' });
    await note({ title: 'theirs', owner: builder.user.id });
    await note({ title: 'not theirs', owner: 'somebody' });
    await made(setIndex(builder.client, notes, { properties: ['title'] }));
    await idle();
    expect(embedded()).toEqual(['theirs']);
    await made(api.patch(`/v1/users/${builder.user.id}`, { role: 'user' }));
    await note({ title: 'later', owner: builder.user.id });
    const { error } = await until(
      () => indexOf(api, notes),
      ({ status }) => status === 'waiting',
    );
    expect(error).toMatchObject({ code: 'FORBIDDEN' });
    expect(embedded()).toEqual(['theirs']);
    await made(setIndex(api, notes, { properties: ['title'] }));
    await idle();
    expect(embedded().slice(1).toSorted()).toEqual(['later', 'not theirs']);
  });

  it('goes with its last property, its type, or null, and its vectors with it', async () => {
    await note({ title: 'One', body: 'Two' });
    const count = async () =>
      (
        await server.db.query(
          `select (select count(*)::int from app.vectors where tenant_id = $1) + (select count(*)::int from app.ai_indexes where tenant_id = $1)
           + (select count(*)::int from app.vector_collections where tenant_id = $1) as n`,
          [api.tenant.id],
        )
      ).rows[0].n;
    const dropped = async (name: string) => {
      const path = `/v1/object-types/notes/properties/${notes.properties[name]}`;
      const { status, body } = await api.delete(path);
      expect([status, body.error.dependencies]).toEqual([
        409,
        [{ type: 'ai_index', label: '1 ai index', count: 1 }],
      ]);
      await made(api.delete(`${path}?confirm_token=${body.error.confirm_token}`));
    };
    await made(setIndex(api, notes, { properties: ['title', 'body'] }));
    await idle();
    await dropped('title');
    await idle();
    expect(await indexOf(api, notes)).toMatchObject({ properties: ['body'], status: 'ready' });
    expect((await near('Two'))[0]).toMatchObject({ text: 'Two', score: 1 });
    await dropped('body');
    expect([await indexOf(api, notes), await count()]).toEqual([null, 0]);
    await made(setIndex(api, notes, { properties: ['owner'] }));
    await made(setIndex(api, notes, null));
    expect([await indexOf(api, notes), await count()]).toEqual([null, 0]);
    await note({ owner: 'One' });
    await made(setIndex(api, notes, { properties: ['owner'] }));
    await idle();
    expect(await count()).toBe(3);
    const { body } = await api.delete('/v1/object-types/notes');
    await made(
      api.delete(`/v1/object-types/notes?force=true&confirm_token=${body.error.confirm_token}`),
    );
    expect(await count()).toBe(0);
    await idle();
  });
});
