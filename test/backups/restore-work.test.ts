import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../src/ground/errors.ts';
import { isFinal } from '../../src/groups/backups/work.ts';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { path, snapshotOf, upload } from './scene.ts';
import { useWork } from './work-scene.ts';

/** The work of a worker, done here step by step. */
const server = useOwnDatabase();
const { hands, work, tenants } = useWork(server);
let operator: Client;
let api: TenantClient;
beforeAll(() => {
  operator = platformClient(server);
});
beforeEach(async () => {
  api = await createTenant(server);
});

describe('a restore', () => {
  it('that ends in the middle leaves no tenant, and is done by the next attempt', async () => {
    const { id } = (await upload(operator, await snapshotOf(server, api.tenant.id))).body.data;
    const wanted = { mode: 'new_tenant', name: 'Again' };
    const { id: restore } = (await operator.post(`${path}/${id}/restore`, wanted)).body.data;
    const before = await tenants();
    // A staging that a killed process has left.
    const left = 'ten_00000000000000000000000000000001';
    await hands.pool.query('select worker.staging_open($1, $2)', [left, restore]);
    await server.db.query(
      `update app.restores set status = 'running', target_tenant = $2 where id = $1`,
      [restore, left],
    );
    await work('restore_new', restore);
    const done = (await operator.get(`/admin/restores/${restore}`)).body.data;
    expect(done).toMatchObject({ status: 'completed', error: null });
    expect(done.target_tenant_id).not.toBe(left);
    expect(await tenants()).toBe(before + 1);
    await work('restore_new', restore);
    expect(await tenants()).toBe(before + 1);
  });

  it('leaves a tenant alone that another restore loads under the id that it should keep', async () => {
    const { id } = (await upload(operator, await snapshotOf(server, api.tenant.id))).body.data;
    const gone = 'ten_00000000000000000000000000000002';
    await server.db.query('update app.backups set about_tenant = $2 where id = $1', [id, gone]);
    const wanted = { mode: 'new_tenant', name: 'Twice', keep_tenant_id: true };
    const { id: restore } = (await operator.post(`${path}/${id}/restore`, wanted)).body.data;
    const folder = join(server.config.dataDir, 'backups', 'tenants');
    await rename(join(folder, api.tenant.id), join(folder, gone));
    await hands.pool.query('select worker.staging_open($1, $2)', [gone, 'rst_of_another']);
    await work('restore_new', restore);
    expect((await operator.get(`/admin/restores/${restore}`)).body.data.status).toBe('failed');
    const { rows } = await server.db.query(
      'select status, status_reason from app.tenants where tenant_id = $1',
      [gone],
    );
    expect(rows).toEqual([{ status: 'provisioning', status_reason: 'rst_of_another' }]);
    const drop = () => hands.pool.query('select worker.staging_drop($1) as done', [gone]);
    await until(drop, (answer) => answer.rows[0].done === true);
  });

  it('that is cancelled does nothing', async () => {
    const { id } = (await upload(operator, await snapshotOf(server, api.tenant.id))).body.data;
    const wanted = { mode: 'new_tenant', name: 'Never' };
    const { id: restore } = (await operator.post(`${path}/${id}/restore`, wanted)).body.data;
    const before = await tenants();
    await operator.post(`/admin/restores/${restore}/cancel`);
    await work('restore_new', restore);
    expect(await tenants()).toBe(before);
    expect((await operator.post(`/admin/restores/${restore}/cancel`)).status).toBe(409);
  });
});

describe('work that fails', () => {
  it('is given up by its reason or after five attempts, not because it had no turn', () => {
    const first = { attempts: 1 };
    expect(isFinal(new ApiError('NOT_FOUND', 'gone'), first)).toBe(true);
    expect(isFinal(new Error('the database is away'), first)).toBe(false);
    expect(isFinal(new Error('the database is away'), { attempts: 5 })).toBe(true);
    expect(isFinal(new ApiError('CONCURRENCY_LIMITED', 'busy'), { attempts: 9 })).toBe(false);
  });
});

describe('a copy', () => {
  const begun = async () => {
    const at = `/admin/tenants/${api.tenant.id}/clone`;
    return (await operator.post(at, { name: 'Copy' })).body.data.id as string;
  };
  const shownRestore = async (id: string) =>
    (await operator.get(`/admin/restores/${id}`)).body.data;
  const loading = async () =>
    (await server.db.query("select tenant_id from app.tenants where status = 'provisioning'")).rows;

  it('that ends with its process leaves no tenant, and is made by the next attempt', async () => {
    const id = await begun();
    const before = await tenants();
    const ending = new AbortController();
    ending.abort(new Error('the worker stops'));
    await expect(work('tenant_clone', id, ending.signal)).rejects.toThrow();
    expect((await shownRestore(id)).status).toBe('running');
    const left = 'ten_00000000000000000000000000000003';
    await hands.pool.query('select worker.staging_open($1, $2)', [left, id]);
    await server.db.query('update app.restores set target_tenant = $2 where id = $1', [id, left]);
    await work('tenant_clone', id);
    const done = await shownRestore(id);
    expect(done).toMatchObject({ status: 'completed', error: null });
    expect(done.target_tenant_id).not.toBe(left);
    expect(await tenants()).toBe(before + 1);
    await work('tenant_clone', id);
    expect([await tenants(), await loading()]).toEqual([before + 1, []]);
  });

  it('that is cancelled, or whose tenant is deleted, makes nothing', async () => {
    const [cancelled, orphaned] = [await begun(), await begun()];
    await operator.post(`/admin/restores/${cancelled}/cancel`);
    const before = await tenants();
    await work('tenant_clone', cancelled);
    const at = `/admin/tenants/${api.tenant.id}`;
    const { confirm_token } = (await operator.delete(at)).body.error;
    await operator.delete(`${at}?force=true&confirm_token=${confirm_token}`);
    expect(await shownRestore(orphaned)).toMatchObject({
      status: 'failed',
      error: 'The tenant was deleted while it was copied.',
    });
    await work('tenant_clone', orphaned);
    expect([await tenants(), await loading()]).toEqual([before, []]);
  });

  it('that is cancelled in the middle leaves nothing of what it has loaded', async () => {
    await api.post('/v1/object-types', { name: 'things' });
    const id = await begun();
    const before = await tenants();
    const held = await server.db.connect();
    try {
      // The rows of types wait, so the copy stands still in the middle.
      await held.query('begin; lock table app.object_types in share row exclusive mode');
      const ended = work('tenant_clone', id);
      await until(
        async () =>
          (
            await server.db.query(
              "select from pg_locks where not granted and locktype = 'relation'",
            )
          ).rowCount,
        (waiting) => waiting !== 0,
        20,
      );
      expect(await loading()).toHaveLength(1);
      expect((await operator.post(`/admin/restores/${id}/cancel`)).status).toBe(200);
      await held.query('rollback');
      await ended;
    } finally {
      held.release(true);
    }
    expect((await shownRestore(id)).status).toBe('cancelled');
    expect([await tenants(), await loading()]).toEqual([before, []]);
  });

  it('that fails drops what it has loaded, and says why', async () => {
    const id = await begun();
    await server.db.query(
      `update app.restores set attempts = 4, options = options || '{"slug": "never"}',
         source_tenant = 'ten_none' where id = $1`,
      [id],
    );
    const before = await tenants();
    await work('tenant_clone', id);
    expect(await shownRestore(id)).toMatchObject({ status: 'failed', target_tenant_id: null });
    expect([await tenants(), await loading()]).toEqual([before, []]);
  });
});
