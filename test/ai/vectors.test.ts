import { beforeAll, describe, expect, it } from 'vitest';
import { made } from '../dashboards/support.ts';
import { createPolicy, own } from '../policies/support.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';

const server = useServer();
const api = useTenant(server);
const other = useTenant(server);
const cars = [
  { id: 'a', text: 'A blue car with four doors', metadata: { color: 'blue', doors: 4 } },
  { id: 'b', text: 'A red bicycle', metadata: { color: 'red', doors: 0 } },
  { id: 'c', text: 'A blue bicycle for children', metadata: { color: 'blue', doors: 0 } },
];
beforeAll(() => put('cars', cars));

const put = (collection: string, items: object[], more: object = {}) =>
  made(api.put(`/v1/ai/vectors/${collection}`, { items, ...more }));
const near = async (query: object, client: Pick<TenantClient, 'post'> = api) =>
  (await made(client.post('/v1/ai/vector-search', { collection: 'cars', ...query }))).results;
const idsOf = (results: { id: string }[]) => results.map(({ id }) => id);

describe('vectors', () => {
  it('are found by the meaning of their texts, the nearest first', async () => {
    const results = await near({ query: 'bicycle for children' });
    expect(idsOf(results)).toEqual(['c', 'b', 'a']);
    expect(results[0]).toMatchObject({ text: cars[2]?.text, metadata: cars[2]?.metadata });
    expect(results[0].score).toBeGreaterThan(results[1].score);
    expect(idsOf(await near({ query: cars[0]?.text }))[0]).toBe('a');
    expect((await near({ query: cars[0]?.text }))[0].score).toBeCloseTo(1, 3);
    expect(await near({ query: 'bicycle', limit: 1 })).toHaveLength(1);
    expect(idsOf(await near({ query: 'A red bicycle', min_score: 0.9 }))).toEqual(['b']);
  });

  it('are as many as were asked for, wherever they point, unless a least score is', async () => {
    const angles = [10, 80, 100, 170, 180];
    await put(
      'angles',
      angles.flatMap((angle) => {
        const radians = (angle * Math.PI) / 180;
        const vector = [Math.cos(radians), Math.sin(radians), 0];
        const metadata = { side: angle < 90 ? 'near' : 'far' };
        return { id: `at ${angle}`, vector, metadata };
      }),
    );
    const search = { collection: 'angles', vector: [1, 0, 0] };
    expect(idsOf(await near(search))).toEqual(angles.map((angle) => `at ${angle}`));
    const far = await near({ ...search, filters: { side: 'far' }, limit: 2 });
    expect(far).toMatchObject([
      { id: 'at 100', score: 0 },
      { id: 'at 170', score: 0 },
    ]);
    expect(idsOf(await near({ ...search, min_score: 0 }))).toEqual(['at 10', 'at 80']);
  });

  it('are found among those whose metadata fit', async () => {
    const blue = { property: 'color', operator: 'eq', value: 'blue' };
    expect(idsOf(await near({ query: 'bicycle', filters: [blue] }))).toEqual(['c', 'a']);
    expect(
      idsOf(await near({ query: 'bicycle', filters: { color: 'blue', doors: { gt: 2 } } })),
    ).toEqual(['a']);
    expect(await near({ query: 'bicycle', filters: { nothing: 1 } })).toEqual([]);
    const { status, body } = await api.post('/v1/ai/vector-search', {
      collection: 'cars',
      query: 'a',
      filters: [{ property: 'color', operator: 'like a', value: 1 }],
    });
    expect([status, body.error.param]).toEqual([400, 'filters[0].operator']);
  });

  it('may be given, are replaced and deleted, and are all of one length', async () => {
    await put('own', [
      { id: 'x', vector: [1, 0, 0] },
      { id: 'y', vector: [0, 2, 0] },
    ]);
    await put('own', [{ id: 'x', vector: [0, 0, 5], metadata: { n: 2 } }]);
    const search = (vector: number[]) => near({ collection: 'own', vector });
    expect(idsOf(await search([0, 0.1, 1]))).toEqual(['x', 'y']);
    expect((await search([0, 0, 1]))[0]).toMatchObject({ id: 'x', score: 1, metadata: { n: 2 } });
    const refused = async (items: object[], more: object = {}) => {
      const { status, body } = await api.put('/v1/ai/vectors/own', { items, ...more });
      return [status, body.error.param ?? body.error.code];
    };
    expect(await refused([{ id: 'z', vector: [1, 0] }])).toEqual([400, 'items[0].vector']);
    expect(await refused([{ id: 'z', vector: [0, 0, 0] }])).toEqual([400, 'items[0].vector']);
    expect(await refused([{ id: 'z' }])).toEqual([400, 'items[0].text']);
    expect(await refused([{ id: 'z', text: 'a' }])).toEqual([409, 'INVALID_STATE']);
    await made(api.delete('/v1/ai/vectors/own/x'));
    expect((await api.delete('/v1/ai/vectors/own/x')).status).toBe(404);
    expect(idsOf(await search([0, 0, 1]))).toEqual(['y']);
  });

  it('of objects are shown to those who see the object', async () => {
    const type = await defineType(api, { owner: 'string' }, { user_access: 'open' });
    await createPolicy(
      api,
      { action: 'select', effect: 'allow', condition_json: [own] },
      type.name,
    );
    const user = await createUser(api);
    const objects = await Promise.all(
      [user.user.id, 'somebody'].map((owner) =>
        made(api.post(type.path, { properties: { owner } })),
      ),
    );
    await put(
      'objects',
      objects.map(({ id }, n) => ({
        id: `o${n}`,
        text: 'the same words',
        object_type_id: type.name,
        object_id: id,
      })),
    );
    const asked = { collection: 'objects', query: 'words' };
    expect(idsOf(await near(asked)).toSorted()).toEqual(['o0', 'o1']);
    const role = await made(
      api.post('/v1/roles', { name: 'asker', permissions: ['ai:use', 'objects:read'] }),
    );
    await made(api.post('/v1/roles/assign', { user_id: user.user.id, role_id: role.id }));
    expect(idsOf(await near(asked, user.client))).toEqual(['o0']);
    const [shown] = await near({ ...asked, include_object: true }, user.client);
    expect(shown.object).toEqual(await made(user.client.get(`${type.path}/${objects[0].id}`)));
    expect(await near({ query: 'blue', limit: 1, include_object: true })).toEqual([
      expect.not.objectContaining({ object: expect.anything() }),
    ]);
    expect((await user.client.put('/v1/ai/vectors/objects', { items: cars })).status).toBe(403);
    await made(api.delete(`${type.path}/${objects[0].id}`));
    expect(await near(asked, user.client)).toEqual([]);
  });

  it('of objects are not shown, and cannot be made, with only a right to AI', async () => {
    const type = await defineType(api, {}, { user_access: 'open' });
    const object = await made(api.post(type.path, {}));
    const ids = { object_type_id: type.name, object_id: object.id };
    await put('guarded', [{ id: 'o', text: 'the words', ...ids }]);
    const asked = { collection: 'guarded', query: 'words', include_object: true };
    const client = await api.withKey(['ai']);
    for (const hybrid of [true, false]) {
      expect(idsOf(await near({ ...asked, hybrid }))).toEqual(['o']);
      expect(await near({ ...asked, hybrid }, client)).toEqual([]);
    }
    const items = [{ id: 'p', text: 'mine', ...ids }];
    expect((await client.put('/v1/ai/vectors/guarded', { items })).status).toBe(404);
    expect(idsOf(await near(asked, await api.withKey(['ai', 'read'])))).toEqual(['o']);
  });

  it('of another tenant are not there', async () => {
    const { status } = await other.post('/v1/ai/vector-search', { collection: 'cars', query: 'a' });
    expect(status).toBe(404);
    expect((await other.delete('/v1/ai/vectors/cars/a')).status).toBe(404);
  });
});

describe('tokens', () => {
  it('are counted by model, operation and day, and limited before a model is asked', async () => {
    const tenant = await createTenant(server);
    const embed = () => tenant.post('/v1/ai/embeddings', { input: 'x'.repeat(400) });
    const { data } = (await embed()).body;
    expect([data.model, data.dimensions, data.usage.prompt_tokens]).toEqual([
      'local-384',
      384,
      100,
    ]);
    expect(Math.hypot(...data.data[0].embedding)).toBeCloseTo(1, 4);
    const usage = await made(tenant.get('/v1/ai-usage'));
    expect(usage).toMatchObject({
      requests: 1,
      prompt_tokens: 100,
      by_model: [{ model: 'local-384', requests: 1 }],
      by_operation: [{ operation: 'embeddings', prompt_tokens: 100 }],
      limit: null,
    });
    await server.db.query(
      `update app.tenants set limits = '{"ai_tokens_per_month": 350}' where tenant_id = $1`,
      [tenant.tenant.id],
    );
    const answers = await Promise.all(Array.from({ length: 6 }, embed));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, 200, 403, 403, 403, 403]);
    expect(answers.find(({ status }) => status === 403)?.body.error.code).toBe(
      'PLAN_LIMIT_EXCEEDED',
    );
    expect((await made(tenant.get('/v1/ai-usage'))).prompt_tokens).toBe(300);
    expect((await made(tenant.get('/v1/ai-usage?period=2020-01'))).requests).toBe(0);
  });
});
