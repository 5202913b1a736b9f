import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { create as automation, runOf } from '../automations/support.ts';
import { createForm, send } from '../forms/support.ts';
import { execute } from '../functions/support.ts';
import { create as integration, type Source, startSource, sync } from '../integrations/support.ts';
import { good, refusal } from '../support/answers.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import { publish } from '../workflows/support.ts';
import { make, notNegative, rule, typeOf } from './support.ts';

const server = useOwnDatabase({ WORKER: 'on', OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
const violated = [409, 'INVARIANT_VIOLATED'];
const things = '/v1/objects/things';
const guards = '/v1/objects/guards';
let api: TenantClient;
let source: Source;

beforeAll(async () => {
  const body = [
    { code: 'a', balance: 1 },
    { code: 'b', balance: -1 },
    { code: 'c', balance: 2 },
  ];
  source = await startSource(() => ({ body }));
});
afterAll(() => source.close());

/** Things whose balance is not negative, and guards of whom a post has two or none. */
beforeEach(async () => {
  api = await createTenant(server);
  await good(
    api.post('/v1/object-types', {
      name: 'things',
      user_access: 'open',
      properties: [
        { name: 'code', data_type: 'string', is_indexed: true, is_unique: true },
        { name: 'balance', data_type: 'number' },
      ],
    }),
  );
  await rule(api, 'things', { rule: notNegative });
  await typeOf(api, 'guards', { post: 'string!' });
  await good(api.patch('/v1/object-types/guards', { user_access: 'open' }));
  const count = { count: true, of: { group_by: ['post'] } };
  await rule(api, 'guards', { rule: { compare: [count, 'gte', { value: 2 }] } });
});

const two = async (post = 'gate', by: { post: TenantClient['post'] } = api): Promise<string[]> => {
  const objects = Array(2).fill({ properties: { post } });
  return (await good(by.post(`${guards}/batch/create`, { objects }))).ids;
};
const live = async (path: string) => (await good(api.get(`${path}/list`))).total;
const both = [{ properties: { balance: 1 } }, { properties: { balance: -1 } }];
const confirmed = async (path: string) => {
  const { body } = await api.delete(path);
  return api.delete(
    `${path}${path.includes('?') ? '&' : '?'}confirm_token=${body.error.confirm_token}`,
  );
};

describe('a rule holds for', () => {
  it('batches: all of one, or each item by itself', async () => {
    expect(await refusal(api.post(`${things}/batch/create`, { objects: both }))).toEqual(violated);
    expect(await live(things)).toBe(0);
    const { results } = await good(
      api.post(`${things}/batch/create?atomic=false`, { objects: both }),
    );
    expect(results).toMatchObject([
      { success: true },
      { success: false, error: { code: 'INVARIANT_VIOLATED', details: { left: -1 } } },
    ]);
    const { id } = results[0];
    const updates = [{ object_id: id, properties: { balance: -2 } }];
    expect(await refusal(api.post(`${things}/batch/update`, { updates }))).toEqual(violated);
    const upsert = {
      match_on: 'code',
      objects: [{ properties: { code: 'x', balance: -1 } }],
    };
    expect(await refusal(api.post(`${things}/batch/upsert`, upsert))).toEqual(violated);
    const [one, other] = await two();
    const away = (object_ids: unknown[], more = {}) =>
      api.post(`${guards}/batch/delete`, { object_ids, ...more });
    expect(await refusal(away([one]))).toEqual(violated);
    expect(await refusal(away([one], { permanent: true }))).toEqual(violated);
    await good(away([one, other]));
    const back = (object_ids: unknown[]) => api.post(`${guards}/batch/restore`, { object_ids });
    expect(await refusal(back([one]))).toEqual(violated);
    await good(back([one, other]));
  });

  it('each item of a batch in a transaction, which leaves what stood before to its end', async () => {
    const request = (path: string, body: object) => ({ method: 'POST', path, body });
    const guard = { properties: { post: 'tower' } };
    const answer = await good(
      api.post('/v1/transaction', {
        requests: [
          request(guards, guard),
          request(`${things}/batch/create?atomic=false`, { objects: both }),
          request(guards, guard),
        ],
      }),
    );
    expect(answer.results[1].data.results).toMatchObject([{ success: true }, { success: false }]);
    const alone = { requests: [request(guards, { properties: { post: 'moat' } })] };
    expect(await refusal(api.post('/v1/transaction', alone))).toEqual(violated);
  });

  it('imports, and their undo', async () => {
    const rows = [
      { code: 'a', balance: 1 },
      { code: 'b', balance: -1 },
      { code: 'c', balance: 2 },
    ];
    const skipped = await good(
      api.post('/v1/data/import', { object_type_id: 'things', rows, on_error: 'skip' }),
    );
    expect(skipped).toMatchObject({
      created: 2,
      failed: 1,
      errors: [{ row: 2, code: 'invariant_violated' }],
    });
    const abort = { object_type_id: 'things', rows: [{ balance: -1 }], on_error: 'abort' };
    expect(await refusal(api.post('/v1/data/import', abort))).toEqual(violated);
    const post = Array(3).fill({ post: 'wall' });
    const { import_id } = await good(
      api.post('/v1/data/import', { object_type_id: 'guards', rows: post }),
    );
    const { results } = await good(api.get(`${guards}/list`));
    await good(api.delete(`${guards}/${results[0].id}`));
    await good(api.post(`${guards}/${results[0].id}/restore`));
    const undo = `/v1/data/import/${import_id}/undo`;
    // One of them has changed since, and would stay without another.
    expect(await refusal(api.post(undo, { on_conflict: 'skip' }))).toEqual(violated);
    expect(await live(guards)).toBe(3);
  });

  it('the undo of a transaction, and versions that come back', async () => {
    const id = await make(api, things, { balance: 1 });
    const path = `${things}/${id}`;
    const changed = await api.patch(path, { properties: { balance: 5 } });
    await good(api.patch('/v1/object-types/things', { display_name: 'Things' }));
    const [made] = await good(api.get('/v1/invariants?object_type_id=things'));
    const more = { compare: [{ property: 'balance' }, 'gte', { value: 3 }] };
    await good(api.patch(`/v1/invariants/${made.id}`, { rule: more }));
    const tx = `/v1/transactions/${changed.headers.get('x-tx-id')}/undo`;
    expect(await refusal(api.post(tx))).toEqual(violated);
    expect(await refusal(api.post(`${path}/versions/1/restore`))).toEqual(violated);
    expect((await good(api.get(path))).properties.balance).toBe(5);
  });

  it('deletes that cascade', async () => {
    const posts = await typeOf(api, 'posts', {});
    await good(api.post('/v1/association-types', { name: 'at', on_delete: 'cascade' }));
    const [one] = await two();
    const post = await make(api, posts, {});
    await good(api.put(`${guards}/${one}/associations/at/posts/${post}`));
    expect(await refusal(confirmed(`${posts}/${post}`))).toEqual(violated);
    expect(await refusal(confirmed(`${posts}/${post}?force=true`))).toEqual(violated);
    expect(await live(guards)).toBe(2);
  });

  it('forms, which keep the submission', async () => {
    const form = await createForm(api, {
      object_type_id: 'things',
      fields: [{ name: 'balance', label: 'Balance', type: 'number', property: 'balance' }],
    });
    expect((await send(api, form.id, { balance: -1 })).status).toBe(201);
    expect((await send(api, form.id, { balance: 1 })).status).toBe(201);
    const { submissions } = await good(api.get(`/v1/forms/${form.id}/submissions`));
    expect(submissions.map(({ status }: { status: string }) => status).toSorted()).toEqual([
      'error',
      'received',
    ]);
    expect(await live(things)).toBe(1);
  });

  it('automations: the run fails, or with a writer the write', async () => {
    const action = (balance: number) => ({
      key: 'make',
      type: 'create_object',
      config: { object_type_id: 'things', properties: { balance } },
    });
    const id = await automation(api, {
      trigger_event: 'object.created',
      object_type_id: 'guards',
      actions: [action(-1)],
    });
    await two();
    const run = await runOf(api, id, 2);
    expect(run).toMatchObject({ status: 'failed' });
    expect(JSON.stringify(run)).toContain('does not allow');
    await automation(api, {
      mode: 'sync',
      trigger_event: 'object.created',
      object_type_id: 'things',
      conditions: [{ property: 'data.properties.code', operator: 'eq', value: 'sync' }],
      actions: [action(-2)],
    });
    const written = { properties: { balance: 1, code: 'sync' } };
    expect(await refusal(api.post(things, written))).toEqual(violated);
    expect(await live(things)).toBe(0);
  });

  it('workflows and functions', async () => {
    const workflow = await publish(api, {
      states: [
        {
          name: 'review',
          type: 'task',
          on_enter: [
            {
              key: 'make',
              type: 'create_object',
              config: { object_type_id: 'things', properties: { balance: -1 } },
            },
          ],
        },
        { name: 'paid', type: 'end' },
      ],
      transitions: [{ name: 'pay', from: 'review', to: 'paid' }],
    });
    const started = await api.post(`/v1/workflows/${workflow}/runs`, {});
    expect(started.body.error).toMatchObject({
      code: 'INVALID_STATE',
      details: { step: 'make', cause: { code: 'INVARIANT_VIOLATED' } },
    });
    const code = `export default async (input, ctx) => {
      try { await ctx.api.post('/v1/objects/things', { properties: { balance: -1 } }); return 'made'; }
      catch (error) { return error.code; }
    };`;
    const { body } = await execute(api, code);
    expect(JSON.stringify(body)).toContain('INVARIANT_VIOLATED');
    expect(await live(things)).toBe(0);
  });

  it('syncs of integrations: the record fails', async () => {
    const { id } = await integration(api, {
      provider: 'http_json',
      config_json: { url: source.url },
    });
    expect(await sync(api, id)).toMatchObject({ records_created: 2, records_failed: 1 });
    const { logs } = await good(api.get(`/v1/integrations/${id}/logs`));
    expect(JSON.stringify(logs)).toContain('does not allow');
  });

  it('GraphQL', async () => {
    const query = 'mutation { createThing(properties: {balance: -1}) { id } }';
    const { body } = await api.post('/v1/graphql', { query });
    expect(JSON.stringify(body)).toContain('INVARIANT_VIOLATED');
    expect(await live(things)).toBe(0);
  });

  it('the deletion of a user with what they have made', async () => {
    const ada = await signUp(api);
    await two('gate', ada.client as TenantClient);
    const own = await two();
    await good(api.delete(`${guards}/${own[0]}`));
    const path = `/v1/users/${ada.user.id}?force=true`;
    expect(await refusal(confirmed(path))).toEqual(violated);
    await good(api.delete(`${guards}/${own[1]}`));
    await good(confirmed(path));
    expect(await live(guards)).toBe(0);
  });

  it('dry runs, and requests with an Idempotency-Key, whose refusal is kept', async () => {
    const bad = { properties: { balance: -1 } };
    expect(await refusal(api.post(`${things}?dry_run=true`, bad))).toEqual(violated);
    const dry = await api.post(`${things}?dry_run=true`, { properties: { balance: 1 } });
    expect(dry.body).toMatchObject({ success: true, dry_run: true });
    for (const replayed of [null, 'true']) {
      const answer = await api.post(things, bad, { 'idempotency-key': 'once' });
      expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([409, replayed]);
    }
    expect(await live(things)).toBe(0);
  });
});
