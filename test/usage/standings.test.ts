import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { asWorker } from '../support/as-worker.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();
let api: TenantClient;
let type: DefinedType;
beforeEach(async () => {
  api = await createTenant(server, { plan_tier: 'free' });
  type = await defineType(api, { title: 'string' });
  await asWorker(server, 'select worker.plan_standings_tell($1, $1)', [api.tenant.id]);
  await done();
});

const limit = async (limits: object) => {
  const { status } = await platformClient(server).patch(`/admin/tenants/${api.tenant.id}`, {
    limits,
  });
  expect(status).toBe(200);
  expect(await asked()).toBe(true);
  await done();
};
/** Whether the worker was asked to look. */
const asked = async () => {
  const { rows } = await server.db.query(
    `select count(*)::integer as asked from app.work
     where tenant_id = $1 and kind = 'task' and id = 'plan_standings ' || $1`,
    [api.tenant.id],
  );
  return rows[0].asked === 1;
};
const done = () =>
  server.db.query(
    `delete from app.work where tenant_id = $1 and kind = 'task' and id = 'plan_standings ' || $1`,
    [api.tenant.id],
  );
const tell = async () => {
  await asWorker(server, 'select worker.plan_standings_tell($1, $1)', [api.tenant.id]);
  await done();
};
/** The notifications of each admin of the tenant, in order. */
const told = async () => {
  const { rows } = await server.db.query(
    `select n.metadata->>'limit' as name, (n.metadata->>'percent')::integer as percent,
       n.title, n.body from app.notifications n
     where n.tenant_id = $1 and n.type = 'plan_limit' order by n.created_at, n.id`,
    [api.tenant.id],
  );
  return rows;
};
const standing = async () =>
  (await told()).map(({ name, percent }: { name: string; percent: number }) => [name, percent]);
/** The data of the events that say which limits are reached. */
const reached = async () => {
  const { rows } = await server.db.query(
    'select j.after from app.journal j where j.tenant_id = $1 and j.type = $2 order by j.id',
    [api.tenant.id, 'usage.limit_reached'],
  );
  return rows.map(({ after }) => after);
};
const one = () => api.post(type.path, { properties: { title: 'x' } });
const several = async (count: number) => {
  for (let i = 0; i < count; i += 1) expect((await one()).status).toBe(201);
};
const admin = () => api.post('/v1/users', { email: 'admin@example.com', role: 'admin' });

describe('admins are told', () => {
  it('at 80 and at 100 per cent, once each', async () => {
    await admin();
    await limit({ objects: 10 });
    await several(7);
    expect(await asked()).toBe(false);
    await several(1);
    expect(await asked()).toBe(true);
    await tell();
    expect(await told()).toEqual([
      {
        name: 'objects',
        percent: 80,
        title: '80 % of the objects are used',
        body:
          'This tenant has used 8 of the 10 objects of its plan free. Beyond the limit, calls that need more of ' +
          'them are refused. A larger plan has room for more.',
      },
    ]);
    await several(1);
    expect(await asked()).toBe(false);
    await several(1);
    await tell();
    await tell();
    expect(await standing()).toEqual([
      ['objects', 80],
      ['objects', 100],
    ]);
    expect(await reached()).toEqual([{ limit: 'objects', used: 10, max: 10, plan: 'free' }]);
    const { rows } = await server.db.query(
      `select variables->>'title' as title from app.messages
       where tenant_id = $1 and template = 'notification' order by created_at, id`,
      [api.tenant.id],
    );
    expect(rows.map(({ title }) => title)).toEqual([
      '80 % of the objects are used',
      'The limit of objects is reached',
    ]);
  });

  it('once by two workers, however many writes crossed it', async () => {
    await admin();
    await limit({ objects: 20 });
    await Promise.all(Array.from({ length: 19 }, one));
    await Promise.all([tell(), tell(), tell()]);
    expect(await standing()).toEqual([['objects', 80]]);
  });

  it('of a limit that is reached while a worker looks', async () => {
    await admin();
    await limit({ webhooks: 1 });
    await platformClient(server).patch(`/admin/tenants/${api.tenant.id}`, {
      limits: { webhooks: 1, objects: 9 },
    });
    const { rows } = await server.db.query(
      `update app.work set attempts = 1, due_at = now() + interval '1 minute'
       where tenant_id = $1 and id = 'plan_standings ' || $1 returning id`,
      [api.tenant.id],
    );
    await api.post('/v1/webhooks', { url: 'https://example.com/' });
    await asWorker(server, 'select worker.task_next($1, $2, 1, null)', [api.tenant.id, rows[0].id]);
    expect(await asked()).toBe(true);
    await tell();
    expect(await standing()).toEqual([['webhooks', 100]]);
  });

  it('again after it has fallen below, and in another month', async () => {
    await admin();
    await limit({ webhooks: 5 });
    const make = (n: number) => api.post('/v1/webhooks', { url: `https://example.com/${n}` });
    const ids: string[] = [];
    for (let n = 0; n < 4; n += 1) ids.push((await make(n)).body.data.id);
    await tell();
    for (const id of ids.slice(0, 2)) await api.delete(`/v1/webhooks/${id}`);
    await make(10);
    expect(await asked()).toBe(true);
    await tell();
    expect(await standing()).toEqual([['webhooks', 80]]);
    await make(11);
    await tell();
    expect(await standing()).toEqual([
      ['webhooks', 80],
      ['webhooks', 80],
    ]);
    await server.db.query(
      `update app.plan_standings set told_month = told_month - interval '1 month' where tenant_id = $1`,
      [api.tenant.id],
    );
    await make(12);
    await tell();
    expect((await standing()).at(-1)).toEqual(['webhooks', 100]);
  });

  it('of calls, once the month has so many', async () => {
    await admin();
    await server.app.meter.flush();
    await limit({ api_calls: 20 });
    for (let i = 0; i < 18; i += 1) await api.get('/v1/object-types');
    await server.app.meter.flush();
    expect(await asked()).toBe(true);
    await tell();
    expect((await standing()).map(([name]) => name)).toEqual(['api_calls']);
  });

  it('when a smaller plan is full from the start, and nothing is deleted', async () => {
    await admin();
    await several(5);
    await limit({ objects: 3, users: null });
    await tell();
    expect(await standing()).toEqual([['objects', 100]]);
    expect((await api.post(`${type.path}/search`, {})).body.data.total).toBe(5);
  });
});

it('a dry run and a refused write ask for nothing', async () => {
  await limit({ objects: 5 });
  await several(3);
  await api.post(`${type.path}?dry_run=true`, { properties: {} });
  expect(await asked()).toBe(false);
});
