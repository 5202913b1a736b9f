import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseUrls } from '../../src/db/urls.ts';
import { backups } from '../../src/groups/backups/index.ts';
import type { TaskDeps } from '../../src/tools/lanes/tasks.ts';
import { type Answer, type Client, createTenant, platformClient } from '../support/api.ts';
import { taskDeps } from '../support/task-deps.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { path } from './scene.ts';

/** The work of a worker, done here step by step. */
const server = useOwnDatabase();
let operator: Client;
let pool: pg.Pool;
let deps: TaskDeps;
beforeAll(() => {
  operator = platformClient(server);
  const { worker } = databaseUrls(server.config.databaseUrl as string, server.config.encryptionKey);
  pool = new pg.Pool({ connectionString: worker, max: 4 });
  deps = taskDeps(server.config, worker);
});
afterAll(() => pool.end());

class Killed extends Error {}

/** Runs a task, which is killed before its n-th statement. @returns whether it came to its end before */
async function work(name: 'backup' | 'restore_into', subject: string, n = Infinity) {
  let left = n;
  const ending = new AbortController();
  // biome-ignore lint/suspicious/noExplicitAny: as pg takes it
  const query = (...given: any[]) => {
    if (left-- > 0) return (pool.query as (...all: unknown[]) => unknown)(...given);
    ending.abort(new Killed());
    return Promise.reject(new Killed());
  };
  const ended = { query, options: pool.options } as unknown as pg.Pool;
  const run = { tenant_id: 'platform', subject, attempts: 1, pool: ended, signal: ending.signal };
  try {
    await (await backups.tasks?.[name]?.(deps))?.({ ...run, query: query as never });
    return !ending.signal.aborted;
  } catch (error) {
    if (!ending.signal.aborted) throw error;
    return false;
  }
}

const one = async (text: string, values: unknown[] = []) =>
  Object.values((await server.db.query(text, values)).rows[0] ?? {})[0];
const stagings = () =>
  one("select count(*)::int from app.tenants where status = 'provisioning'") as Promise<number>;

/** The request was answered before what it asks was known, on a busy machine: sent again, it answers for the same restore. */
async function refusal(asking: Promise<Answer>, at: string): Promise<{ confirm_token: string }> {
  const first = await asking;
  const answer = first.status === 409 ? first : await operator.post(at, { mode: 'in_place' });
  return answer.body.error;
}

it('a restore in place that is killed anywhere goes on, makes one undo point, and leaves no staging', async () => {
  const api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'things' });
  const kept = (await api.post('/v1/objects/things', { properties: { n: 1 } })).body.data.id;
  const backup = (await operator.post(path, { tenant_id: api.tenant.id })).body.data.id;
  await work('backup', backup);
  await api.delete(`/v1/objects/things/${kept}`);
  const added = (await api.post('/v1/objects/things', { properties: { n: 2 } })).body.data.id;
  const live = async () =>
    (await api.post('/v1/objects/things/search', {})).body.data.results.map(
      ({ id }: { id: string }) => id,
    );

  const at = `${path}/${backup}/restore`;
  const asking = operator.post(at, { mode: 'in_place' });
  const id = (await until(
    () => one('select id from app.restores'),
    (found) => found !== undefined,
  )) as string;
  for (const n of [1, 3, 6, 12, 20]) {
    expect([n, await work('restore_into', id, n)]).toEqual([n, false]);
    expect(await live()).toEqual([added]);
  }
  await server.db.query('update app.restores set attempts = 0');
  expect(await work('restore_into', id)).toBe(true);
  expect(await stagings()).toBe(0);
  const { confirm_token } = await refusal(asking, at);
  expect((await operator.post(at, { mode: 'in_place', confirm_token })).status).toBe(201);
  for (const n of [1, 3, 5, 9]) expect([n, await work('restore_into', id, n)]).toEqual([n, false]);
  await server.db.query('update app.restores set attempts = 0');
  expect(await work('restore_into', id)).toBe(true);
  expect((await operator.get(`/admin/restores/${id}`)).body.data).toMatchObject({
    ...{ status: 'completed', error: null },
    report: { created: { objects: 1 }, deleted: { objects: 1 } },
  });
  expect(await live()).toEqual([kept]);
  expect(await one("select string_agg(status, ' ') from app.backups where source = 'undo'")).toBe(
    'completed',
  );
  expect(await stagings()).toBe(0);
});

it('a restore that cannot make its undo point changes nothing', async () => {
  const api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'things' });
  const backup = (await operator.post(path, { tenant_id: api.tenant.id })).body.data.id;
  await work('backup', backup);
  await api.post('/v1/object-types', { name: 'more' });
  const at = `${path}/${backup}/restore`;
  const asking = operator.post(at, { mode: 'in_place' });
  const id = (await until(
    () => one("select id from app.restores where status = 'pending'"),
    (found) => found !== undefined,
  )) as string;
  await work('restore_into', id);
  const { confirm_token } = await refusal(asking, at);
  await operator.post(at, { mode: 'in_place', confirm_token });
  // The first statements begin it and add the undo point.
  await work('restore_into', id, 2);
  await server.db.query(
    "update app.backups set status = 'failed', error = 'no room' where source = 'undo' and status = 'running'",
  );
  await work('restore_into', id);
  const done = (await operator.get(`/admin/restores/${id}`)).body.data;
  expect(done).toMatchObject({ status: 'failed', report: expect.anything() });
  expect(done.error).toContain('so nothing was changed: no room');
  expect((await api.get('/v1/object-types/more')).status).toBe(200);
});

it('a restore of an earlier moment that is killed anywhere goes on, restores once, and leaves no staging', async () => {
  const api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'things' });
  const id = (await api.post('/v1/objects/things', { properties: { n: 1 } })).body.data.id;
  const as_of = await one('select app.utc(clock_timestamp())');
  await api.delete(`/v1/objects/things/${id}`);
  const target = api.tenant.id;
  const asking = operator.post(`/admin/tenants/${target}/restore`, { as_of });
  const restore = (await until(
    () => one('select id from app.restores where target_tenant = $1', [target]),
    (found) => found !== undefined,
  )) as string;
  let n = 1;
  // One that is killed so often would be given up.
  for (; !(await work('restore_into', restore, n)); n += Math.ceil(n / 2))
    await server.db.query('update app.restores set attempts = 0');
  expect(n).toBeGreaterThan(10);
  expect((await asking).status).toBe(201);
  expect((await operator.get(`/admin/restores/${restore}`)).body.data).toMatchObject({
    ...{ status: 'completed', error: null, source: 'versions' },
    report: { created: { objects: 1 } },
  });
  expect((await api.get(`/v1/objects/things/${id}`)).body.data.version).toBe(3);
  expect(await stagings()).toBe(0);
});

/** A restore in place that was confirmed, and has not begun to change anything. @returns its id */
async function confirmedInPlace(backup: string): Promise<string> {
  const at = `${path}/${backup}/restore`;
  const asking = operator.post(at, { mode: 'in_place' });
  const id = (await until(
    () => one('select id from app.restores where backup_id = $1', [backup]),
    (found) => found !== undefined,
  )) as string;
  expect(await work('restore_into', id)).toBe(true);
  const { confirm_token } = await refusal(asking, at);
  expect((await operator.post(at, { mode: 'in_place', confirm_token })).status).toBe(201);
  return id;
}

it('a restore in place that is killed amid records puts each of them once', async () => {
  const api = await createTenant(server);
  const put = (ids: string[]) =>
    api.put('/v1/ai/vectors/cars', { items: ids.map((id) => ({ id, vector: [1, 2] })) });
  const names = (prefix: string) => Array.from({ length: 100 }, (_, n) => `${prefix}-${n}`);
  await api.post('/v1/users', { email: 'ada@example.com' });
  for (const prefix of ['a', 'b', 'c']) expect((await put(names(prefix))).status).toBe(200);
  const backup = (await operator.post(path, { tenant_id: api.tenant.id })).body.data.id;
  await work('backup', backup);
  await server.db.query('delete from app.vectors where tenant_id = $1', [api.tenant.id]);
  await put(['later']);
  await api.post('/v1/users', { email: 'bob@example.com' });
  const id = await confirmedInPlace(backup);
  const left = new Set<number>();
  let n = 1;
  for (; !(await work('restore_into', id, n)); n += Math.ceil(n / 4)) {
    left.add(
      (await one('select count(*)::int from app.vectors where tenant_id = $1', [
        api.tenant.id,
      ])) as number,
    );
    await server.db.query('update app.restores set attempts = 0');
  }
  // It was killed between two transactions that put some of them.
  expect([...left].some((count) => count > 1 && count < 301)).toBe(true);
  expect((await operator.get(`/admin/restores/${id}`)).body.data).toMatchObject({
    ...{ status: 'completed', error: null },
    report: { created: { vectors: 300 }, deleted: { vectors: 1, users: 1 }, conflict_count: 0 },
  });
  expect(
    await one('select count(*)::int from app.vector_bits where tenant_id = $1', [api.tenant.id]),
  ).toBe(300);
  expect(await stagings()).toBe(0);
});

it('a tenant takes no writes while more than 5,000 differences are applied in place, and reads all the time', async () => {
  const api = await createTenant(server);
  const backup = (await operator.post(path, { tenant_id: api.tenant.id })).body.data.id;
  await work('backup', backup);
  for (let n = 0; n < 51; n++) {
    const items = Array.from({ length: 100 }, (_, at) => ({ id: `${n}-${at}`, vector: [1, 2] }));
    expect((await api.put('/v1/ai/vectors/cars', { items })).status).toBe(200);
  }
  const id = await confirmedInPlace(backup);
  const write = () => api.post('/v1/object-types', { name: 'things' });
  const statusOf = async () =>
    (await operator.get(`/admin/tenants/${api.tenant.id}`)).body.data.status;
  for (let n = 1; (await statusOf()) === 'active'; n++) {
    expect(await work('restore_into', id, n)).toBe(false);
    await server.db.query('update app.restores set attempts = 0');
  }
  expect(await statusOf()).toBe('migrating');
  const refused = await write();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.any(String)]);
  expect((await api.get('/v1/object-types')).status).toBe(200);
  expect(await work('restore_into', id)).toBe(true);
  expect((await operator.get(`/admin/restores/${id}`)).body.data).toMatchObject({
    ...{ status: 'completed', error: null },
    report: { deleted: { vectors: 5_100, vector_collections: 1 }, conflict_count: 0 },
  });
  expect(await statusOf()).toBe('active');
  expect((await write()).status).toBe(201);
});
