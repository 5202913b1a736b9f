import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseUrls } from '../../src/db/urls.ts';
import { backups } from '../../src/groups/backups/index.ts';
import { diffs } from '../../src/groups/diffs/index.ts';
import { dropStagingsLeft } from '../../src/snapshot/staging.ts';
import type { TaskDeps } from '../../src/tools/lanes/tasks.ts';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
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

interface Doing {
  group: typeof backups;
  task: string;
  subject: string;
  tenant?: string;
}

/** Runs a task; before its first statement with a text, something else happens. @returns whether that came */
async function work(
  { group, task, subject, tenant = 'platform' }: Doing,
  text = '',
  happens = async () => {},
): Promise<boolean> {
  let isToCome = true;
  // biome-ignore lint/suspicious/noExplicitAny: as pg takes it
  const query = async (...given: any[]) => {
    if (isToCome && String(given[0]).includes(text)) {
      isToCome = false;
      await happens();
    }
    return (pool.query as (...all: unknown[]) => unknown)(...given);
  };
  const seen = { query, options: pool.options } as unknown as pg.Pool;
  const { signal } = new AbortController();
  const run = { tenant_id: tenant, subject, attempts: 5, pool: seen, signal };
  await (await group.tasks?.[task]?.(deps))?.({ ...run, query: query as never });
  return !isToCome;
}

const one = async (text: string, values: unknown[] = []) =>
  Object.values((await server.db.query(text, values)).rows[0] ?? {})[0];

async function remove({ tenant: { id } }: TenantClient): Promise<void> {
  const at = `/admin/tenants/${id}`;
  const { confirm_token } = (await operator.delete(at)).body.error;
  const query = `force=true&keep_backups=true&confirm_token=${confirm_token}`;
  expect((await operator.delete(`${at}?${query}`)).status).toBe(200);
}
async function purge({ tenant: { id } }: TenantClient): Promise<void> {
  const statement = 'select worker.tenant_purge($1, $1) as done';
  while (!(await pool.query(statement, [id])).rows[0].done);
}
async function removed(api: TenantClient): Promise<void> {
  await remove(api);
  await purge(api);
}

/** A tenant with objects, of which one is missing since its backup, and a restore of that which has begun. */
async function begun(mode: 'in_place' | 'merge') {
  const api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'things' });
  const made = await api.post('/v1/objects/things', { properties: { n: 1 } });
  await api.post('/v1/objects/things', { properties: { n: 2 } });
  const backup = (await operator.post(path, { tenant_id: api.tenant.id })).body.data.id;
  await work({ group: backups, task: 'backup', subject: backup });
  await api.delete(`/v1/objects/things/${made.body.data.id}`);
  const asked = operator.post(`${path}/${backup}/restore`, { mode });
  const subject = (await until(
    () => one('select id from app.restores where backup_id = $1', [backup]),
    (id) => id !== undefined,
  )) as string;
  const doing: Doing = { group: backups, task: 'restore_into', subject };
  return { api, asked, doing, at: `/admin/restores/${subject}` };
}
const rowsOf = (table: string, { tenant }: TenantClient) =>
  one(`select count(*)::int from app.${table} where tenant_id = $1`, [tenant.id]);

describe('a restore into a living tenant', () => {
  it('fails when what it compares with is removed meanwhile, rather than to remove all of the tenant', async () => {
    const { api, asked, doing, at } = await begun('in_place');
    const came = await work(doing, 'worker.diff_objects_read', async () => {
      await server.db.query(
        `update app.tenants set updated_at = now() - interval '11 minutes' where status = 'provisioning'`,
      );
      await dropStagingsLeft({ pool, storage: deps.storage }, { error: () => {} });
    });
    expect(came).toBe(true);
    await asked;
    expect((await operator.get(at)).body.data).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('was removed while they were compared'),
    });
    const found = await api.post('/v1/objects/things/search', {});
    expect(found.body.data.results).toHaveLength(1);
  });

  it('says while it compares that the staging is in use', async () => {
    const { asked, doing } = await begun('in_place');
    await work(doing, 'worker.diff_objects_read', async () => {
      await server.db.query(
        `update app.tenants set updated_at = now() - interval '9 minutes' where status = 'provisioning'`,
      );
    });
    const answer = await asked;
    expect([answer.status, answer.body.error.dependencies.length > 0]).toEqual([409, true]);
  });

  it.each([
    'worker.restore_into_next',
    'worker.restore_diff',
    'worker.diff_objects_read',
    'worker.diff_apply_begin',
    'worker.diff_apply_objects',
  ])('ends when the tenant is deleted before %s, and leaves no row', async (text) => {
    const { api, asked, doing, at } = await begun('merge');
    await work(doing, text, () => removed(api));
    await purge(api);
    await asked;
    expect((await operator.get(at)).body.data).toMatchObject({
      status: 'failed',
      error: 'The tenant was deleted while the backup was restored into it.',
    });
    for (const table of ['objects', 'object_types', 'diffs', 'diff_changes', 'object_counts'])
      expect([table, await rowsOf(table, api)]).toEqual([table, 0]);
    const { rows } = await server.db.query(
      `select from app.tenants where status = 'provisioning' and updated_at > now() - interval '10 minutes'`,
    );
    expect(rows).toEqual([]);
  });

  it('changes nothing of a tenant that is deleted, though its rows are still there', async () => {
    const { api, asked, doing } = await begun('merge');
    await work(doing, 'worker.diff_apply_begin', () => remove(api));
    await asked;
    expect(
      await one(`select count(*)::int from app.objects where tenant_id = $1 and not is_deleted`, [
        api.tenant.id,
      ]),
    ).toBe(1);
    await purge(api);
  });
});

it('a comparison with a tenant that is deleted meanwhile fails', async () => {
  const [api, other] = [await createTenant(server), await createTenant(server)];
  for (const each of [api, other]) {
    await each.post('/v1/object-types', { name: 'things' });
    await each.post('/v1/objects/things', { properties: { n: 1 } });
  }
  const asked = { with: { tenant_id: other.tenant.id } };
  const { id } = (await operator.post(`/admin/tenants/${api.tenant.id}/diff`, asked)).body.data;
  const doing = { group: diffs, task: 'tenant_diff', subject: id, tenant: api.tenant.id };
  expect(await work(doing, 'worker.diff_objects_read', () => removed(other))).toBe(true);
  expect((await operator.get(`/admin/diffs/${id}`)).body.data).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('was removed while they were compared'),
  });
});
