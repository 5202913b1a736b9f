import { beforeAll, expect, it } from 'vitest';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { apply, diff, sent } from './scene.ts';

/** The record of an application: a restore as any other. */
const server = useOwnDatabase({ WORKER: 'on' });
let operator: Client;
let a: TenantClient;
let b: TenantClient;
beforeAll(async () => {
  operator = platformClient(server);
  [a, b] = [await createTenant(server), await createTenant(server)];
  await sent(b, 'post', '/v1/object-types', { name: 'tasks' });
  await sent(b, 'post', '/v1/objects/tasks', { properties: { n: 1 } });
});

it('an application is listed and shown as a restore, first as a trial', async () => {
  const found = await diff(server, a, b);
  const tried = await apply(server, found.id, { dry_run: true });
  expect(tried).toMatchObject({
    ...{ mode: 'apply', source: 'diff', status: 'completed', dry_run: true, diff_id: found.id },
    ...{ source_tenant_id: b.tenant.id, target_tenant_id: a.tenant.id, backup_id: null },
    ...{ undo_backup_id: null, created_by: 'platform', error: null },
    report: { created: { object_types: 1, objects: 1 }, conflict_count: 0, remapped: [] },
  });
  expect((await a.get('/v1/object-types/tasks')).status).toBe(404);
  const done = await apply(server, found.id);
  expect(done).toMatchObject({
    ...{ status: 'completed', dry_run: false, report: tried.report },
    progress: { done: 2, total: 2, unit: 'changes' },
  });
  expect((await a.get('/v1/object-types/tasks')).status).toBe(200);
  const listed = (await operator.get('/admin/restores')).body.data;
  expect(listed).toMatchObject({ total: 2, restores: [done, tried] });
  expect((await operator.get(`/admin/diffs/${found.id}`)).body.data.apply).toEqual(done);
});

it('an application that waits is cancelled as a restore, and ends with its tenant', async () => {
  const waiting = async () => {
    const found = await diff(server, a, b, { sections: ['rows'] });
    // As it is before a worker has begun it.
    const { rows } = await server.db.query(
      `with made as (
         insert into app.restores (id, mode, source, status, target_tenant, options, created_by, created_at)
         values (app.new_id('rst'), 'apply', 'diff', 'pending', $1, jsonb_build_object('diff_id', $2::text), 'platform', now())
         returning id)
       update app.diffs d set restore_id = made.id from made where d.id = $2 returning made.id`,
      [a.tenant.id, found.id],
    );
    return { found, id: rows[0].id as string };
  };
  const get = async (id: string) => (await operator.get(`/admin/restores/${id}`)).body.data;
  const first = await waiting();
  const path = `/admin/diffs/${first.found.id}`;
  const twice = await operator.post(`${path}/apply`, { changes: 'all' });
  expect([twice.status, twice.body.error.code]).toEqual([409, 'INVALID_STATE']);
  expect(twice.body.error.message).toContain(first.id);
  const cancelled = await operator.post(`/admin/restores/${first.id}/cancel`);
  expect(cancelled.body.data).toMatchObject({ id: first.id, status: 'cancelled' });
  expect((await operator.post(`${path}/cancel`)).body.error.code).toBe('INVALID_STATE');
  const second = await waiting();
  const ended = await operator.post(`/admin/diffs/${second.found.id}/cancel`);
  expect(ended.body.data).toMatchObject({ status: 'completed', apply: { status: 'cancelled' } });
  const third = await waiting();
  const at = `/admin/tenants/${a.tenant.id}`;
  const { confirm_token } = (await operator.delete(at)).body.error;
  const gone = await operator.delete(`${at}?force=true&confirm_token=${confirm_token}`);
  expect(gone.status).toBe(200);
  expect(await get(third.id)).toMatchObject({
    status: 'failed',
    error: 'The tenant was deleted while it was changed.',
  });
});
