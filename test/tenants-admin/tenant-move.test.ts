import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { asWorker } from '../support/as-worker.ts';
import { useServer } from '../support/use-server.ts';
import { asCluster, nodes } from './as-cluster.ts';

const server = useServer();
let operator: Client;
let api: TenantClient;
let path: string;
beforeAll(async () => {
  operator = platformClient(server);
});
beforeEach(async () => {
  api = await createTenant(server);
  path = `/admin/tenants/${api.tenant.id}/move`;
});

/** A move as a cluster would have begun it. */
const begun = (status: string, move: object = {}) =>
  server.db.query('update app.tenants set status = $2, move = $3 where tenant_id = $1', [
    api.tenant.id,
    status,
    {
      ...{ id: 'mov_1', from: 'a:1', to: 'b:2', alone: false, status: 'pending', done: 0 },
      created_at: new Date().toISOString(),
      ...move,
    },
  ]);

const next = async (changes: object, id = 'mov_1') =>
  (
    await asWorker(server, 'select worker.tenant_move_next($1, $2, $3) as answer', [
      api.tenant.id,
      id,
      JSON.stringify(changes),
    ])
  ).rows[0].answer;

const statusOf = async () =>
  (await operator.get(`/admin/tenants/${api.tenant.id}`)).body.data.status;

describe('moving a tenant', () => {
  it('reports that there is nowhere to move to if all share one PostgreSQL', async () => {
    const { status, body } = await operator.post(path, { shard_id: '10.0.0.2:5432' });
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
    expect(body.error.message).toContain('on a cluster');
    expect((await operator.get(path)).status).toBe(404);
    expect(await statusOf()).toBe('active');
  });

  it('needs a node, a tenant, and the platform key', async () => {
    const { body } = await operator.post(path, {});
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', param: 'shard_id' });
    const nobody = '/admin/tenants/ten_00000000000000000000000000000000/move';
    expect((await operator.post(nobody, { shard_id: 'a:1' })).status).toBe(404);
    expect((await operator.get(nobody)).status).toBe(404);
    expect((await operator.as(api.token).post(path, { shard_id: 'a:1' })).status).toBe(403);
  });
});

describe('on a cluster, moving a tenant', () => {
  it('begins once: asking again for the same node answers the move, for another one 409', async () => {
    await asCluster(server, async () => {
      const { status, body } = await operator.post(path, { shard_id: nodes[1] });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({
        status: 'pending',
        from_shard: nodes[0],
        to_shard: nodes[1],
        alone: false,
      });
      expect(await statusOf()).toBe('migrating');
      const again = await operator.post(path, { shard_id: nodes[1] });
      expect(again.body.data.id).toBe(body.data.id);
      const other = await operator.post(path, { shard_id: nodes[0] });
      expect([other.status, other.body.error.code]).toEqual([409, 'CONFLICT']);
      const { rows } = await server.db.query(
        `select id from app.work where tenant_id = $1 and kind = 'task'`,
        [api.tenant.id],
      );
      expect(rows).toEqual([{ id: `tenant_move ${body.data.id}` }]);
    });
  });

  it('needs one of its nodes, which a refusal names', async () => {
    await asCluster(server, async () => {
      const { status, body } = await operator.post(path, { shard_id: '10.0.0.9:5432' });
      expect([status, body.error.code, body.error.param]).toEqual([
        400,
        'VALIDATION_ERROR',
        'shard_id',
      ]);
      expect(body.error.message).toContain(nodes.join(', '));
    });
  });
});

describe('a move', () => {
  it('is told with its progress, and the tenant is migrating, readable and writable meanwhile', async () => {
    await begun('migrating');
    expect(await next({ status: 'running' })).toMatchObject({ to_shard: 'b:2', status: 'running' });
    await next({ done: 5, total: 10 });
    expect((await operator.get(path)).body.data).toMatchObject({
      type: 'tenant_move',
      tenant_id: api.tenant.id,
      status: 'running',
      from_shard: 'a:1',
      to_shard: 'b:2',
      progress: { done: 5, total: 10 },
      error: null,
      finished_at: null,
    });
    expect(await statusOf()).toBe('migrating');
    expect((await api.post('/v1/object-types', { name: 'notes' })).status).toBe(201);
    expect((await api.get('/v1/object-types/notes')).status).toBe(200);
    expect(await next({ status: 'completed' })).toMatchObject({ status: 'completed' });
    expect(await statusOf()).toBe('active');
    expect((await operator.get(path)).body.data.finished_at).not.toBeNull();
  });

  it('that fails reports why, and leaves the tenant active', async () => {
    await begun('migrating');
    await next({ status: 'failed', error: 'The disk is full.' });
    expect((await operator.get(path)).body.data).toMatchObject({
      status: 'failed',
      error: 'The disk is full.',
    });
    expect(await statusOf()).toBe('active');
  });

  it('that is over, or is another one, goes on no more', async () => {
    await begun('active', { status: 'completed' });
    expect(await next({ status: 'running' })).toBeNull();
    await begun('migrating', { id: 'mov_2' });
    expect(await next({ status: 'failed', error: 'late' })).toBeNull();
    expect(await statusOf()).toBe('migrating');
  });

  it('does not wake a suspended tenant', async () => {
    await begun('migrating');
    await operator.post(`/admin/tenants/${api.tenant.id}/suspend`, {});
    await next({ status: 'completed' });
    expect(await statusOf()).toBe('suspended');
  });
});
