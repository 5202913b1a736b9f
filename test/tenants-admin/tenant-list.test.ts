import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTenant, platformClient } from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

describe('listing tenants', () => {
  let server: TestServer;
  let operator: Client;
  const names = ['Alpha', 'Beta 100%', 'Gamma_1', 'Delta', 'Epsilon'];
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    server = await startTestServer();
    operator = platformClient(server);
    for (const name of names) {
      const options = name === 'Delta' ? { name, plan_tier: 'pro' } : { name };
      ids[name] = (await createTenant(server, options)).tenant.id;
    }
    await operator.post(`/admin/tenants/${ids.Gamma_1}/suspend`);
    await server.db.query(
      `update app.tenants set owner_email = 'ada@lovelace.org' where tenant_id = $1`,
      [ids.Alpha],
    );
  });
  afterAll(() => server.close());

  const find = async (query: string) => {
    const { status, body } = await operator.get(`/admin/tenants${query}`);
    expect(status).toBe(200);
    const { tenants, total } = body.data;
    return { names: tenants.map((tenant: { name: string }) => tenant.name), total };
  };

  it('shows all, newest first', async () => {
    expect(await find('')).toEqual({ names: names.toReversed(), total: 5 });
  });

  it.each([
    ['?limit=2', ['Epsilon', 'Delta']],
    ['?limit=2&offset=2', ['Gamma_1', 'Beta 100%']],
    ['?limit=2&offset=4', ['Alpha']],
    ['?offset=5', []],
  ])('reads %s as a page of the list', async (query, page) => {
    expect(await find(query)).toEqual({ names: page, total: 5 });
  });

  it.each([
    ['?search=ALP', ['Alpha']],
    ['?search=beta-100', ['Beta 100%']],
    ['?search=lovelace', ['Alpha']],
    ['?search=%25', ['Beta 100%']],
    ['?search=_', ['Gamma_1']],
    ['?search=%5C', []],
    ['?search=%27 or true--', []],
    ['?status=suspended', ['Gamma_1']],
    ['?status=active&search=a&limit=1', ['Delta']],
    ['?status=migrating', []],
    ['?plan=pro', ['Delta']],
  ])('finds by %s', async (query, found) => {
    expect((await find(query)).names).toEqual(found);
  });

  it('finds by id', async () => {
    expect(await find(`?search=${ids.Beta ?? ids['Beta 100%']}`)).toEqual({
      names: ['Beta 100%'],
      total: 1,
    });
  });

  it('counts what is found, not only what is shown', async () => {
    expect(await find('?status=active&limit=1')).toEqual({ names: ['Epsilon'], total: 4 });
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=1.5',
    'limit=',
    'limit=x',
    'offset=-1',
    'offset=1e18',
    'status=gone',
    'plan=gold',
  ])('refuses %s', async (query) => {
    const { status, body } = await operator.get(`/admin/tenants?${query}`);
    expect([status, body.error.param]).toEqual([400, query.split('=')[0]]);
  });
});
