import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/groups/index.ts';
import { canBeTried, mutates, type Route } from '../../src/operations/route.ts';
import { type Answer, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { useEverything } from '../support/everything.ts';
import { type SeededTenant, seedTenant } from '../support/seed-tenant.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase({ TRUSTED_PROXIES: 'loopback', ADMIN_GRAPHQL: 'on' });
const everything = useEverything(server);
let api: TenantClient;
let seeded: SeededTenant;
beforeAll(async () => {
  api = await createTenant(server);
  seeded = await seedTenant(api, 'seeded');
});

const isTried = (route: Route) => canBeTried(route) && !route.isUntried;
const dryly = [
  ['dry_run=true', {}],
  ['', { prefer: 'handling=dry-run' }],
] as const;

/** Calls a route with its example, about what was seeded, as a dry run. */
function tryIt(route: Route, query: string, headers: Record<string, string>): Promise<Answer> {
  const isOperator = route.scope === 'platform';
  const client = isOperator ? platformClient(server) : api;
  const values: Record<string, unknown> = { ...seeded, tenant_id: api.tenant.id };
  const path = route.path.replaceAll(/:(\w+)/g, (_, name) =>
    encodeURIComponent(String(values[name] ?? 'none')),
  );
  const { body } = route.example ?? {};
  const isJson = body !== undefined;
  return client.send(route.method, query ? `${path}?${query}` : path, {
    redirect: 'manual',
    headers: {
      ...headers,
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...(route.scope === 'public' || route.scope === 'open'
        ? { 'x-tenant-id': api.tenant.id }
        : {}),
    },
    ...(isJson ? { body: JSON.stringify(body) } : {}),
  });
}

/** Those of some routes whose calls change something: all are looked at together, and apart where that shows a difference. */
async function changing(
  list: Route[],
  call: (route: Route) => Promise<unknown>,
): Promise<string[]> {
  const before = await everything(api.tenant.id);
  for (const route of list) await call(route);
  if (isDeepStrictEqual(await everything(api.tenant.id), before)) return [];
  if (list.length === 1) return list.map(({ id }) => id);
  const half = list.length >> 1;
  return [
    ...(await changing(list.slice(0, half), call)),
    ...(await changing(list.slice(half), call)),
  ];
}

it('an operation without a dry run refuses one, and changes nothing', async () => {
  const refused = routes.filter((route) => (mutates(route) || route.isUntried) && !isTried(route));
  expect(refused.length).toBeGreaterThan(50);
  for (const [query, headers] of dryly) {
    const call = async (route: Route) => {
      const { status, body } = await tryIt(route, query, headers);
      expect([route.id, status, body.error?.param ?? body]).toEqual([route.id, 400, 'dry_run']);
    };
    expect(await changing(refused, call)).toEqual([]);
  }
});

it('a read changes nothing, except that SQL queries and exports of a tenant are recorded', async () => {
  const reading = routes.filter(
    (route) =>
      !mutates(route) &&
      !route.isUntried &&
      !['sql.run', 'tenant_current.export'].includes(route.id),
  );
  expect(await changing(reading, (route) => tryIt(route, 'dry_run=true', {}))).toEqual([]);
});

describe('a dry run of a change in SQL', () => {
  const insert = {
    sql: `insert into seeded (name_seeded) values ('tried') returning id`,
    allow_write: true,
  };

  it.each([
    ['its query', 'dry_run=true', {}, {}],
    ['a preference', '', { prefer: 'respond-async, handling=dry-run' }, {}],
    ['its body', '', {}, { dry_run: true }],
    ['its body, whatever the query says', 'dry_run=false', {}, { dry_run: true }],
  ])(
    'that %s asks for changes nothing, nor does one that fails',
    async (_, query, headers, more) => {
      const before = await everything(api.tenant.id);
      const run = (body: object) => api.post(`/v1/sql?${query}`, { ...body, ...more }, headers);
      const { status, body } = await run(insert);
      expect([status, body.dry_run, body.data.row_count]).toEqual([200, true, 1]);
      for (const sql of ['insert into seeded (no) values (1)', 'delete from nothing'])
        expect(await run({ ...insert, sql })).toMatchObject({
          status: 400,
          body: { dry_run: true },
        });
      expect(await everything(api.tenant.id)).toEqual(before);
    },
  );

  it('is not asked for by anything else', async () => {
    const before = await everything(api.tenant.id);
    const refused = await api.post('/v1/sql?dry_run=yes', insert);
    expect([refused.status, refused.body.error.param]).toEqual([400, 'dry_run']);
    expect(await everything(api.tenant.id)).toEqual(before);
    const { body } = await api.post('/v1/sql?dry_run=false', insert);
    expect(body).not.toHaveProperty('dry_run');
    expect(await everything(api.tenant.id)).not.toEqual(before);
  });
});

it('a dry run of a change in the operator’s GraphQL changes nothing', async () => {
  const before = await everything(api.tenant.id);
  const query = 'mutation { tenantCreate(name: "Tried", slug: "tried") }';
  for (const [search, headers] of dryly) {
    const path = search ? `/admin/graphql?${search}` : '/admin/graphql';
    const { status, body } = await platformClient(server).post(path, { query }, headers);
    expect([status, body.errors, body.data.tenantCreate.tenant.slug]).toEqual([
      200,
      undefined,
      'tried',
    ]);
  }
  expect(await everything(api.tenant.id)).toEqual(before);
});

it('a model is not asked for a dry run, with which it would not be counted', async () => {
  const before = await everything(api.tenant.id);
  const items = [{ id: 'a', text: 'A blue car' }];
  const { status, body } = await api.put('/v1/ai/vectors/cars?dry_run=true', { items });
  expect([status, body.error.param]).toEqual([400, 'dry_run']);
  expect(await everything(api.tenant.id)).toEqual(before);
});
