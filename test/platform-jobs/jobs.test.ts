import { expect, it } from 'vitest';
import { createClient, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase({ ADMIN_GRAPHQL: 'on' });
const list = '/admin/jobs';
const operator = () => platformClient(server);

interface Job {
  id: string;
  kind: string;
  status: string;
  tenant_id: string;
}
const jobsOf = async (query = ''): Promise<Job[]> => {
  const { status, body } = await operator().get(`${list}${query}`);
  expect(status).toBe(200);
  return body.data.jobs;
};

/** Queued work of a tenant whose record is not there. */
async function queue({ tenant }: TenantClient, kind: string, id: string, attempts = 0) {
  await server.db.query(
    `insert into app.work (tenant_id, kind, id, due_at, attempts)
     values ($1, $2, $3, now() + interval '1 hour', $4)`,
    [tenant.id, kind, id, attempts],
  );
  return `${tenant.id}.${kind}.${id}`;
}
const dueIn = async (id: string) => {
  const { rows } = await server.db.query(
    `select extract(epoch from due_at - now())::int as seconds from app.work
     where tenant_id || '.' || kind || '.' || id = $1`,
    [id],
  );
  return rows[0]?.seconds;
};

it('lists the queues of all tenants, and operations, by tenant, kind and status', async () => {
  const [api, other] = [await createTenant(server), await createTenant(server)];
  const first = await queue(api, 'function', 'run_1');
  const second = await queue(other, 'automation', 'run_2', 1);
  const third = await queue(other, 'automation', 'run_3', 2);
  const { body } = await operator().post('/admin/backups', { tenant_id: api.tenant.id });
  const backup = body.data.id;
  const all = await jobsOf();
  expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([first, second, third, backup]));
  expect(all.filter(({ id }) => id.includes(backup))).toHaveLength(1);
  expect((await jobsOf(`?tenant_id=${api.tenant.id}&kind=function`)).map(({ id }) => id)).toEqual([
    first,
  ]);
  const ofOther = await jobsOf(`?tenant_id=${other.tenant.id}&kind=automation`);
  expect(ofOther.map(({ id, status }) => [id, status])).toEqual(
    expect.arrayContaining([
      [second, 'running'],
      [third, 'retrying'],
    ]),
  );
  expect(await jobsOf(`?tenant_id=${other.tenant.id}&kind=function`)).toEqual([]);
  const backups = await jobsOf('?kind=backup&status=queued');
  expect(backups).toMatchObject([
    { id: backup, tenant_id: api.tenant.id, progress: { done: 0, unit: 'rows' } },
  ]);
  expect((await operator().get(`${list}?status=done`)).status).toBe(400);
});

it('begins work that waits at once, and leaves alone work that has begun', async () => {
  const api = await createTenant(server);
  const waiting = await queue(api, 'function', 'run_1');
  const begun = await queue(api, 'function', 'run_2', 1);
  const retried = await operator().post(`${list}/${waiting}/retry`);
  expect(retried.body).toMatchObject({ data: { retried: true } });
  expect(await dueIn(waiting)).toBeLessThanOrEqual(0);
  const refused = await operator().post(`${list}/${begun}/retry`);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'INVALID_STATE']);
  expect(await dueIn(begun)).toBeGreaterThan(3000);
});

it('cancels queued work, over REST and GraphQL, and not tasks of the server', async () => {
  const api = await createTenant(server);
  const [first, second] = [await queue(api, 'job', 'a'), await queue(api, 'workflow', 'b')];
  const cancelled = await operator().post(`${list}/${first}/cancel`);
  expect(cancelled.body).toMatchObject({ data: { cancelled: true } });
  const { body } = await operator().post('/admin/graphql', {
    query: `mutation { platformJobCancel(queueJobId: "${second}") }`,
  });
  expect(body.errors).toBeUndefined();
  const left = (await jobsOf(`?tenant_id=${api.tenant.id}`)).map(({ id }) => id);
  expect(left).not.toContain(first);
  expect(left).not.toContain(second);
  expect((await operator().post(`${list}/${first}/cancel`)).status).toBe(404);
  const task = await queue(api, 'task', 'reindex ot_1');
  const refused = await operator().post(`${list}/${encodeURIComponent(task)}/cancel`);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'INVALID_STATE']);
  const operation = await operator().post(`${list}/bak_0/cancel`);
  expect(operation.body.error.message).toContain('/admin/backups');
  const audit = await operator().get(`/admin/audit-logs?tenant_id=${api.tenant.id}`);
  expect(JSON.stringify(audit.body.data.logs)).toContain('queue_job.cancelled');
});

it('needs infra:read to look, and infra:write to change', async () => {
  const { body } = await operator().post('/admin/keys', { label: 'x', scopes: ['infra:read'] });
  const reader = createClient(server, body.data.token);
  expect((await reader.get(list)).status).toBe(200);
  for (const verb of ['retry', 'cancel'])
    expect((await reader.post(`${list}/ten_x.job.y/${verb}`)).body.error.code).toBe(
      'INSUFFICIENT_SCOPE',
    );
});
