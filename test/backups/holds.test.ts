import { beforeAll, expect, it } from 'vitest';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { asWorker } from '../support/as-worker.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';

/** A restore in place of many changes: its tenant takes no writes meanwhile. The test does the work of a worker. */
const server = useOwnDatabase({ TRUSTED_PROXIES: 'loopback' });
let operator: Client;
let api: TenantClient;
beforeAll(async () => {
  operator = platformClient(server);
  api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'things' });
});

const next = async (id: string, changes: object) =>
  (
    await asWorker(server, 'select worker.restore_next($1, $2) as work', [
      id,
      JSON.stringify(changes),
    ])
  ).rows[0].work;
const status = async () =>
  (await operator.get(`/admin/tenants/${api.tenant.id}`)).body.data.status as string;

/** A restore that is applied, and holds its target. */
async function holding(): Promise<string> {
  const { rows } = await server.db.query(
    `insert into app.restores (id, mode, source, status, target_tenant, options, created_by, created_at)
     values (app.new_id('rst'), 'in_place', 'backup', 'pending', $1, '{"step": "confirmed", "fire_events": false}',
       'platform', now()) returning id`,
    [api.tenant.id],
  );
  const { id } = rows[0];
  await next(id, { status: 'running' });
  await next(id, { attempt: 1, done: 0, total: 5001, unit: 'changes', holds: true });
  return id;
}

const report = (created: object) => ({ created, updated: {}, deleted: { objects: 1 } });

it('a tenant that is restored reads and does not write, until the restore has ended in any way', async () => {
  const user = await signUp(api);
  const write = () => api.post('/v1/objects/things', {});
  for (const end of ['cancelled', 'failed', 'completed']) {
    const id = await holding();
    expect(await status()).toBe('migrating');
    const refused = [await write(), await user.client.post('/v1/auth/notifications/read-all')];
    for (const answer of refused) {
      expect([answer.status, answer.body.error?.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(answer.headers.get('retry-after')).toBe('5');
    }
    expect((await api.get('/v1/object-types')).status).toBe(200);
    expect((await user.client.get('/v1/auth/notifications')).status).toBe(200);
    // Begun again by another worker, it goes on.
    expect(await next(id, { status: 'running' })).toMatchObject({ attempts: 2 });
    expect(await next(id, { attempt: 1, done: 500 })).toBeNull();
    expect(await status()).toBe('migrating');
    if (end === 'cancelled') await operator.post(`/admin/restores/${id}/cancel`);
    else await next(id, { attempt: 2, status: end, error: null, report: report({}) });
    expect([end, await status()]).toEqual([end, 'active']);
    expect((await write()).status).toBe(201);
  }
});

it('a restore tells of resources other than objects by one event, and of objects by none of its own', async () => {
  await next(await holding(), { status: 'completed', error: null, report: report({ objects: 3 }) });
  const id = await holding();
  const created = { objects: 3, roles: 2 };
  await next(id, { status: 'completed', error: null, report: report(created) });
  const { rows } = await server.db.query(
    `select actor, after->'restored' as restored from app.journal where tenant_id = $1 and type = 'tenant.restored'`,
    [api.tenant.id],
  );
  expect(rows).toHaveLength(1);
  expect(rows.at(-1)).toMatchObject({
    actor: { type: 'platform', meta: { restore_id: id, quiet: true } },
    restored: { restore_id: id, mode: 'in_place', created: { roles: 2 }, updated: {}, deleted: {} },
  });
});
