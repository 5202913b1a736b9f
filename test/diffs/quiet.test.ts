import { expect, it } from 'vitest';
import { newId } from '../../src/db/new-id.ts';
import { createTenant, platformClient } from '../support/api.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { apply, diff, linesOf, sent, setUp } from './scene.ts';

const server = useOwnDatabase({ WORKER: 'on' });

async function two() {
  const [a, b] = [await createTenant(server), await createTenant(server)];
  await Promise.all([setUp(a), setUp(b)]);
  return [a, b] as const;
}

it('feeds hear of each change, webhooks only if they are to', async () => {
  const [a, b] = await two();
  const { next_since } = (await a.get('/v1/changes?since=now')).body.data;
  const quiet = await sent(b, 'post', '/v1/objects/tasks', { properties: { title: 'quiet' } });
  await apply(server, (await diff(server, a, b)).id);
  const loud = await sent(b, 'post', '/v1/objects/tasks', { properties: { title: 'loud' } });
  const done = await apply(server, (await diff(server, a, b)).id, { fire_events: true });

  const feed = await until(
    async () => (await a.get(`/v1/changes?since=${next_since}&types=object.*`)).body.data.results,
    (list: Array<{ data: { id: string }; actor: object }>) => list.length === 2,
  );
  expect(feed.map(({ data }) => data.id)).toEqual([quiet.id, loud.id]);
  expect(feed[1]?.actor).toMatchObject({ type: 'platform', meta: { restore_id: done.id } });

  const deliveries = await until(
    async () => (await a.get('/v1/webhook-deliveries')).body.data.deliveries,
    (list: unknown[]) => list.length > 0,
  );
  expect(deliveries).toHaveLength(1);
  expect(JSON.stringify(deliveries)).not.toContain(quiet.id);
  const search = (await a.post('/v1/objects/tasks/search', { query: 'quiet' })).body.data;
  expect(JSON.stringify(search)).toContain(quiet.id);
});

it('associations follow, and no name is SQL', async () => {
  const [a, b] = await two();
  const hostile = `'"; drop table app.objects; --`;
  await sent(b, 'post', '/v1/association-types', {
    name: 'blocks',
    from_type: 'tasks',
    to_type: 'tasks',
  });
  await sent(b, 'post', '/v1/object-types/tasks/views', { name: hostile });
  const [one, other] = [
    await sent(b, 'post', '/v1/objects/tasks', { properties: { title: hostile } }),
    await sent(b, 'post', '/v1/objects/tasks', { properties: { [hostile]: 1 } }),
  ];
  await sent(b, 'put', `/v1/objects/tasks/${one.id}/associations/blocks/tasks/${other.id}`, {
    meta: { why: hostile },
  });
  const done = await apply(server, (await diff(server, a, b)).id);
  expect(done.report).toMatchObject({
    created: { association_types: 1, views: 1, objects: 2, associations: 1 },
    conflicts: [],
  });
  expect(await linesOf(server, (await diff(server, a, b)).id)).toEqual([]);
  await sent(b, 'delete', `/v1/objects/tasks/${one.id}/associations/blocks/tasks/${other.id}`);
  const less = await diff(server, a, b);
  expect(await linesOf(server, less.id)).toEqual([
    `rows associations delete ${one.id} blocks tasks ${other.id}`,
  ]);
  expect((await apply(server, less.id)).report.deleted).toEqual({ associations: 1 });
});

it('changes no row of a third tenant, nor of the one that was compared with', async () => {
  const [a, b, third] = [
    await createTenant(server),
    await createTenant(server),
    await createTenant(server),
  ];
  // Their webhooks hear of nothing that happens here: each try of a delivery would change rows meanwhile.
  await Promise.all([a, b, third].map((tenant) => setUp(tenant, ['file.created'])));
  await sent(b, 'post', '/v1/objects/tasks', { properties: { title: 'x' } });
  await sent(b, 'post', '/v1/roles', { name: 'more', permissions: ['files:read'] });
  const rowsOf = async (tenant: string) => {
    const { rows } = await server.db.query('select worker.tenant_tables()::text[] as tables');
    // Calls are counted while they come, by the hour and by the month.
    const counted = ['app.meters', 'app.usage_months'];
    const tables = rows[0].tables.filter((table: string) => !counted.includes(table));
    const counts = tables.map(
      (table: string) =>
        `select '${table}' as name, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as rows from ${table} t where tenant_id = $1`,
    );
    return (await server.db.query(counts.join(' union all '), [tenant])).rows;
  };
  const before = await Promise.all([third, b].map(({ tenant }) => rowsOf(tenant.id)));
  const done = await apply(server, (await diff(server, a, b)).id);
  expect(done.report.created).toEqual({ objects: 1, roles: 1 });
  expect(await Promise.all([third, b].map(({ tenant }) => rowsOf(tenant.id)))).toEqual(before);
});

it('refuses callers other than the operator, and refuses what cannot be compared', async () => {
  const [a, b] = await two();
  const operator = platformClient(server);
  const path = `/admin/tenants/${a.tenant.id}/diff`;
  const with_ = { tenant_id: b.tenant.id };
  expect((await a.post(path, { with: with_ })).status).toBe(403);
  expect((await a.get('/admin/diffs')).status).toBe(403);
  const code = async (body: object) => {
    const answer = await operator.post(path, body);
    return [answer.status, answer.body.error.code, answer.body.error.param];
  };
  expect(await code({ with: { tenant_id: a.tenant.id } })).toEqual([
    400,
    'VALIDATION_ERROR',
    'with.tenant_id',
  ]);
  expect((await code({ with: { tenant_id: 'ten_0' } })).slice(0, 2)).toEqual([404, 'NOT_FOUND']);
  expect((await code({ with: { backup_id: 'bak_0' } }))[1]).toBe('NOT_FOUND');
  expect((await code({ with: { tenant_id: 'x', backup_id: 'y' } }))[0]).toBe(400);
  expect((await code({ with: with_, sections: [] }))[2]).toBe('sections');
  const found = await diff(server, a, b);
  const cancel = await operator.post(`/admin/diffs/${found.id}/cancel`);
  expect(cancel.body.error.code).toBe('INVALID_STATE');
  const waiting = newId('dif');
  await server.db.query(
    `insert into app.diffs (tenant_id, id, with_tenant, sections) values ($1, $2, $3, '{rows}')`,
    [a.tenant.id, waiting, b.tenant.id],
  );
  const cancelled = await operator.post(`/admin/diffs/${waiting}/cancel`);
  expect(cancelled.body.data).toMatchObject({ id: waiting, status: 'cancelled' });
  expect((await operator.get('/admin/diffs/dif_0')).status).toBe(404);
  const list = (await operator.get(`/admin/diffs?tenant_id=${a.tenant.id}`)).body.data;
  expect(list).toMatchObject({ total: 2, diffs: [{ id: waiting }, { id: found.id }] });
  const cursor = await operator.get(`/admin/diffs/${found.id}/changes?cursor=x`);
  expect(cursor.body.error.code).toBe('INVALID_CURSOR');
});
