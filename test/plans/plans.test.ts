import { beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';

const path = '/owner/plans';
const server = useServer();
let operator: Client;
let api: TenantClient;
/** A plan's id that no other test has. */
let id: string;
beforeEach(async () => {
  operator = platformClient(server);
  api = await createTenant(server);
  id = `t${api.tenant.id.slice(4)}`;
});

const create = (more: object = {}) => operator.post(path, { id, name: 'Team', ...more });
const assign = (plan_tier: string) =>
  operator.patch(`/admin/tenants/${api.tenant.id}`, { plan_tier });

describe('a plan', () => {
  it('is what it was created with, and limits nothing else', async () => {
    const { status, body } = await create({
      price_month: '49',
      price_year: '490.5',
      limits: { rpm: 1200, objects: 5 },
    });
    expect([status, body.data]).toEqual([
      201,
      {
        id,
        name: 'Team',
        description: '',
        is_public: true,
        currency: 'USD',
        price_month: '49.00',
        price_year: '490.50',
        price_ids: {},
        limits: {
          api_calls: null,
          storage_bytes: null,
          objects: 5,
          object_types: null,
          users: null,
          webhooks: null,
          functions: null,
          sandboxes: 10,
          rpm: 1200,
          audit_days: null,
          caused_writes: 1000,
          caused_mails: 500,
          caused_calls: 1000,
          mails_per_recipient: 20,
          mails_per_hour: 10_000,
        },
        updated_at: expect.any(String),
      },
    ]);
    expect((await operator.get(`${path}/${id}`)).body.data).toEqual(body.data);
    expect((await operator.get(path)).body.data).toContainEqual(body.data);
  });

  it('limits its tenants from then on', async () => {
    await create({ limits: { rpm: 77 } });
    expect((await assign(id)).body.data.plan_tier).toBe(id);
    const { headers } = await api.get('/v1/object-types');
    expect(headers.get('ratelimit-limit')).toBe('77');
  });

  it('changes limit by limit, and price by price', async () => {
    await create({ price_month: '49', limits: { rpm: 1200, objects: 5 } });
    const { body } = await operator.patch(`${path}/${id}`, {
      price_year: '490',
      limits: { rpm: null, users: 3 },
    });
    expect(body.data).toMatchObject({
      price_month: '49.00',
      price_year: '490.00',
      limits: { rpm: null, objects: 5, users: 3 },
    });
  });

  it('has prices with the decimals of its currency', async () => {
    const { body } = await create({ currency: 'JPY', price_month: '4900' });
    expect(body.data.price_month).toBe('4900');
    const fault = async (changes: object) => {
      const { status, body } = await operator.patch(`${path}/${id}`, changes);
      return [status, body.error?.param];
    };
    expect(await fault({ price_month: '49.5' })).toEqual([400, 'price_month']);
    expect(await fault({ currency: 'XXX' })).toEqual([400, 'currency']);
    expect(await fault({ currency: 'BHD', price_month: '1.125' })).toEqual([200, undefined]);
    expect(await fault({ currency: 'USD' })).toEqual([400, 'price_month']);
  });

  it.each([
    [{ price_month: 49 }, 'price_month'],
    [{ price_month: '-1' }, 'price_month'],
    [{ price_month: '1e3' }, 'price_month'],
    [{ price_year: '1'.repeat(16) }, 'price_year'],
    [{ id: 'No!' }, 'id'],
    [{ limits: { rpm: 0 } }, 'limits.rpm'],
    [{ limits: { audit_days: 4000 } }, 'limits.audit_days'],
    [{ limits: { gold: 1 } }, 'limits.gold'],
  ])('refuses %o with 400', async (fields, param) => {
    const { status, body } = await create(fields);
    expect([status, body.error.param]).toEqual([400, param]);
  });

  it('cannot have the id of another one', async () => {
    await create();
    const { status, body } = await create();
    expect([status, body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
  });
});

describe('deleting a plan', () => {
  it('is refused with 409 while a tenant has it, and then done', async () => {
    await create();
    await assign(id);
    const refused = await operator.delete(`${path}/${id}`);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'INVALID_STATE']);
    await assign('free');
    expect((await operator.delete(`${path}/${id}`)).body.data).toEqual({ id, deleted: true });
    expect((await operator.get(`${path}/${id}`)).status).toBe(404);
    expect((await assign(id)).body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      param: 'plan_tier',
    });
  });

  it.each(['unlimited', 'free'])('is refused for %s, which new tenants get', async (plan) => {
    expect((await operator.delete(`${path}/${plan}`)).status).toBe(409);
  });
});

it('plans are the operator’s: a key of a tenant is refused with 403', async () => {
  expect((await api.get(path)).status).toBe(403);
  expect((await api.post(path, { id, name: 'x' })).status).toBe(403);
  expect((await api.patch(`${path}/free`, { limits: { rpm: null } })).status).toBe(403);
  expect((await api.as(undefined).get(path)).status).toBe(401);
});

it('refuses an id that does not fit, and says which ids do', async () => {
  const { status, body } = await create({ id: 'Team 2' });
  expect([status, body.error.message]).toEqual([
    400,
    'id: must be the id of a plan: a lowercase letter, then up to 49 lowercase letters, digits, _ or -',
  ]);
});
