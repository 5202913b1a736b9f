import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Wakeups } from '../../src/pulse/wakeups.ts';
import { application, offer, startUrl } from '../oauth/support.ts';
import { good } from '../support/answers.ts';
import { createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { Browser } from '../support/browser.ts';
import { startIdentityProvider } from '../support/identity-provider.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase({
  ...{ ADMIN_GRAPHQL: 'on', TRUSTED_PROXIES: 'loopback', OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' },
});
let tenant: TenantClient;
const ring = vi.spyOn(Wakeups.prototype, 'ring');
beforeEach(async () => {
  tenant = await createTenant(server);
  ring.mockClear();
});
afterEach(() => {
  ring.mockClear();
});

const rung = () => new Set(ring.mock.calls.map(([of]) => of));

/** The journal's rows of a tenant of one type. */
const rowsOf = async (of: string, type: string) =>
  (
    await server.db.query('select 1 from app.journal where tenant_id = $1 and type = $2', [
      of,
      type,
    ])
  ).rows.length;

it('a statement that reads rings the bell for its note in the journal, and a read without one does not', async () => {
  await good(tenant.get('/v1/object-types'));
  expect(rung()).toEqual(new Set());
  await good(tenant.post('/v1/sql', { sql: 'select 1 as one' }));
  expect(await rowsOf(tenant.tenant.id, 'sql.executed')).toBe(1);
  expect(rung()).toContain(tenant.tenant.id);
});

it('a statement that fails rings it too', async () => {
  const sql = 'insert into nothing (a) values (1)';
  const { status } = await tenant.post('/v1/sql', { sql, allow_write: true });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(await rowsOf(tenant.tenant.id, 'sql.executed')).toBe(1);
  expect(rung()).toContain(tenant.tenant.id);
});

it('a sign-in that a browser completes with a GET rings it', async () => {
  const idp = await startIdentityProvider(server, ['acme']);
  try {
    await offer(tenant, idp, ['acme']);
    idp.accounts = { ada: { email: 'ada@example.com', email_verified: true, name: 'Ada' } };
    idp.signsIn = 'ada';
    ring.mockClear();
    await new Browser(server).follow(startUrl(server, tenant, 'acme'), application);
  } finally {
    await idp.close();
  }
  expect(await rowsOf(tenant.tenant.id, 'user.signed_in')).toBe(1);
  expect(rung()).toContain(tenant.tenant.id);
});

it('a change of the operator by GraphQL rings it', async () => {
  const query = 'mutation ($id: String!) { tenantSuspend(tenantId: $id, reason: "unpaid") }';
  const variables = { id: tenant.tenant.id };
  const { body } = await platformClient(server).post('/admin/graphql', { query, variables });
  expect((body as { errors?: unknown }).errors).toBeUndefined();
  expect(
    (await platformClient(server).get(`/admin/tenants/${tenant.tenant.id}`)).body.data.status,
  ).toBe('suspended');
  expect(rung()).toContain(tenant.tenant.id);
});
