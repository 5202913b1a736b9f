import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Answer,
  type Client,
  createTenant,
  platformClient,
  type TenantClient,
} from '../support/api.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();
let operator: Client;
let api: TenantClient;
beforeAll(() => {
  operator = platformClient(server);
});
beforeEach(async () => {
  api = await createTenant(server, { plan_tier: 'free' });
});

const limit = async (limits: object) => {
  const { status } = await operator.patch(`/admin/tenants/${api.tenant.id}`, { limits });
  expect(status).toBe(200);
};
const refusal = ({ status, body }: Answer) => [status, body.error?.code, body.error?.details];
const full = (name: string, used: number, max = used) => [
  403,
  'PLAN_LIMIT_EXCEEDED',
  { limit: name, used, max, plan: 'free' },
];
const at50 = (call: (n: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: 50 }, (_, n) => call(n)));

describe.each<[string, (n: number) => Promise<Answer>]>([
  ['object_types', (n) => api.post('/v1/object-types', { name: `kind-${n}` })],
  ['webhooks', (n) => api.post('/v1/webhooks', { url: `https://example.com/${n}` })],
  [
    'functions',
    (n) => api.post('/v1/functions', { name: `f ${n}`, code: 'export default () => 1' }),
  ],
  ['users', (n) => api.post('/v1/users', { email: `u${n}@example.com` })],
])('the limit of %s', (name, make) => {
  it('lets through what fits of 50 at once, and no more', async () => {
    await limit({ [name]: 4 });
    const answers = await at50(make);
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(4);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(refusal(answer)).toEqual(full(name, 4));
    }
    const shown = made.map(({ headers }) => headers.get('x-plan-usage'));
    expect(shown.filter((usage) => usage !== null)).toEqual([`${name}=100%`]);
    await limit({ [name]: null });
    expect((await make(50)).status).toBe(201);
    await limit({ [name]: 1 });
    expect(refusal(await make(51))).toEqual(full(name, 5, 1));
  });
});

describe('the limit of objects', () => {
  let type: DefinedType;
  const one = (properties = { title: 'x' }) => api.post(type.path, { properties });
  const several = (count: number) =>
    api.post(`${type.path}/batch/create`, {
      objects: Array.from({ length: count }, () => ({ properties: { title: 'x' } })),
    });
  beforeEach(async () => {
    type = await defineType(api, { title: 'string' });
  });

  it('counts all types, and takes a batch whole or not at all', async () => {
    await limit({ objects: 5 });
    const other = await defineType(api, { title: 'string' });
    expect((await api.post(other.path, { properties: {} })).headers.get('x-plan-usage')).toBe(null);
    expect(refusal(await several(5))).toEqual(full('objects', 1, 5));
    const last = await several(4);
    expect([last.status, last.headers.get('x-plan-usage')]).toEqual([201, 'objects=100%']);
    expect(refusal(await one())).toEqual(full('objects', 5));
  });

  it('holds for a restore, while reads, changes and deletes go on', async () => {
    await limit({ objects: 2 });
    const first = (await one()).body.data;
    await one();
    expect((await api.delete(`${type.path}/${first.id}`)).status).toBe(200);
    const second = (await one()).body.data;
    expect(refusal(await api.post(`${type.path}/${first.id}/restore`))).toEqual(full('objects', 2));
    await limit({ objects: 1 });
    const path = `${type.path}/${second.id}`;
    expect((await api.get(path)).status).toBe(200);
    expect((await api.patch(path, { properties: { title: 'y' } })).status).toBe(200);
    expect(refusal(await one())).toEqual(full('objects', 2, 1));
    expect((await api.delete(path)).status).toBe(200);
    expect(refusal(await one())).toEqual(full('objects', 1));
  });

  it('rolls a transaction back that passes it', async () => {
    await limit({ objects: 1 });
    const request = { method: 'POST', path: type.path, body: { properties: {} } };
    const answer = await api.post('/v1/transaction', { requests: [request, request] });
    expect(answer.status).toBe(403);
    expect((await one()).status).toBe(201);
  });

  it('lets through what fits of 50 at once, and no more', async () => {
    await limit({ objects: 10 });
    const answers = await at50(() => one());
    const made = answers.filter(({ status }) => status === 201).length;
    expect(made).toBe(10);
    for (const { status, body } of answers) {
      if (status !== 201) expect(body.error.code).toBe('PLAN_LIMIT_EXCEEDED');
    }
    expect(refusal(await one())).toEqual(full('objects', made, 10));
  });

  it.each<[string, () => Promise<Answer>]>([
    [
      'an import',
      () =>
        api.post('/v1/data/import', {
          object_type_id: type.id,
          format: 'json',
          rows: [{ title: 'a' }, { title: 'b' }],
        }),
    ],
    [
      'an upsert',
      () =>
        api.post(`${type.path}/batch/upsert`, {
          match_on: 'title',
          objects: [{ properties: { title: 'new' } }],
        }),
    ],
    [
      'an insert in SQL',
      () =>
        api.post('/v1/sql', {
          sql: `insert into "${type.name}" (title) values ('x')`,
          allow_write: true,
        }),
    ],
  ])('holds for %s', async (_, make) => {
    await limit({ objects: 1 });
    await one();
    const answer = await make();
    // An import says it of its rows, and writes none.
    expect(JSON.stringify(answer.body)).toMatch(/plan_limit_exceeded/i);
    expect((await api.post(`${type.path}/search`, {})).body.data.total).toBe(1);
  });

  it('holds for GraphQL, and for an undo', async () => {
    await limit({ objects: 1 });
    const first = (await one()).body.data;
    const gone = await api.delete(`${type.path}/${first.id}`);
    await one();
    const asked = await api.post('/v1/graphql', {
      query: '{ __schema { mutationType { fields { name } } } }',
    });
    const names: string[] = asked.body.data.__schema.mutationType.fields.map(
      ({ name }: { name: string }) => name,
    );
    const create = names.find((name) => name.startsWith('create'));
    const made = await api.post('/v1/graphql', {
      query: `mutation { ${create}(properties: {title: "x"}) { id } }`,
    });
    expect(made.body.errors[0].extensions.code).toBe('PLAN_LIMIT_EXCEEDED');
    const undone = await api.post(`/v1/transactions/${gone.headers.get('x-tx-id')}/undo`);
    expect(JSON.stringify(undone.body)).toContain('PLAN_LIMIT_EXCEEDED');
    expect((await api.post(`${type.path}/search`, {})).body.data.total).toBe(1);
  });

  it('is never one of the plan unlimited', async () => {
    const { status, body } = await operator.patch('/owner/plans/unlimited', {
      limits: { objects: 1 },
    });
    expect([status, body.error.param]).toEqual([400, 'limits.objects']);
  });

  it('of another tenant changes nothing', async () => {
    await limit({ objects: 0 });
    const neighbour = await createTenant(server);
    const { path } = await defineType(neighbour, {});
    expect((await neighbour.post(path, { properties: {} })).status).toBe(201);
    expect(refusal(await one())).toEqual(full('objects', 0));
  });
});

describe('the plan of a tenant', () => {
  it('allows so many sandboxes, which are tenants of their own', async () => {
    const room = (id: string) =>
      server.db.query(`select set_config('app.tenant_id', $1, true), app.sandbox_room($1)`, [id]);
    const max = async (id: string) =>
      (await server.db.query(`select app.plan_max($1, 'sandboxes')::int as max`, [id])).rows[0].max;
    for (const [plan_tier, sandboxes] of Object.entries({
      free: 0,
      starter: 1,
      pro: 3,
      enterprise: 10,
    }))
      expect(await max((await createTenant(server, { plan_tier })).tenant.id)).toBe(sandboxes);
    expect(await max((await createTenant(server)).tenant.id)).toBe(10);
    const { id } = api.tenant;
    await expect(room(id)).rejects.toThrow('This tenant has 0 of at most 0 sandboxes');
    await limit({ sandboxes: 1 });
    await room(id);
    const { tenant } = await createTenant(server);
    await server.db.query(
      'update app.tenants set is_sandbox = true, parent_tenant_id = $2 where tenant_id = $1',
      [tenant.id, id],
    );
    await expect(room(id)).rejects.toThrow('This tenant has 1 of at most 1 sandboxes');
  });

  it('limits how long the audit log may be kept', async () => {
    const governance = (audit_retention_days: number | null) =>
      api.patch('/v1/governance', { audit_retention_days });
    expect(refusal(await governance(8))).toEqual(full('audit_days', 8, 7));
    expect((await governance(7)).status).toBe(200);
    expect((await governance(null)).status).toBe(200);
    await limit({ audit_days: 8 });
    expect((await governance(8)).status).toBe(200);
  });

  it('stops showing an audit log that is older', async () => {
    const shown = async () => (await api.get('/v1/audit-logs')).body.data.logs.length;
    expect(await shown()).toBeGreaterThan(0);
    await limit({ audit_days: 0 });
    expect(await shown()).toBe(0);
  });

  it('cannot be chosen by the tenant itself', async () => {
    const { status, body } = await api.patch('/v1/tenants/current', { plan_tier: 'unlimited' });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect((await api.get('/v1/tenants/current')).body.data.plan_tier).toBe('free');
  });

  it('is overridden in requests a minute by rpm as well', async () => {
    await limit({ rpm: 77 });
    const late = (await createTenant(server, { plan_tier: 'free' })).tenant.id;
    const of = (id: string) =>
      server.db.query(`select auth.limits($1, null, null)->>'tenant' as rpm`, [id]);
    expect((await of(api.tenant.id)).rows[0].rpm).toBe('77');
    expect((await of(late)).rows[0].rpm).toBe('120');
  });
});
