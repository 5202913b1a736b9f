import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fireSchedules } from '../../src/groups/backups/schedules.ts';
import { type Client, createTenant, platformClient } from '../support/api.ts';
import { asWorker } from '../support/as-worker.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { path } from './scene.ts';

const schedules = '/admin/backup-schedules';
const server = useOwnDatabase();
let operator: Client;
const tenants: string[] = [];
beforeAll(async () => {
  operator = platformClient(server);
  for (let n = 0; n < 3; n++) tenants.push((await createTenant(server)).tenant.id);
});
beforeEach(async () => {
  await server.db.query('delete from app.backups');
  await server.db.query('delete from app.backup_schedules');
});

const nightly = { name: 'Nightly', cron_expression: '30 2 * * *', timezone: 'Europe/Berlin' };
const create = async (fields: object = {}) =>
  (await operator.post(schedules, { ...nightly, ...fields })).body.data;
const makeDue = (id: string) =>
  server.db.query(
    `update app.backup_schedules set next_run_at = now() - interval '3 days' where id = $1`,
    [id],
  );
/** Does the work of a worker's minute. @returns the faults that it logs */
const fire = async () => {
  const faults: string[] = [];
  await fireSchedules({}, {
    query: (text: string, values: unknown[]) => asWorker(server, text, values),
    logger: { error: (message: string) => faults.push(message) },
  } as never);
  return faults;
};
const walk = async (id: string) =>
  (await asWorker(server, 'select worker.backup_schedule_walk($1, $2) as done', ['platform', id]))
    .rows[0].done;
const backups = async (query = '') => (await operator.get(`${path}${query}`)).body.data.backups;

describe('a schedule of backups', () => {
  it('is what it was created with, and says when it fires next', async () => {
    const made = await create({ keep_last: 7, tenant_id: tenants[0] });
    expect(made).toMatchObject({
      id: expect.stringMatching(/^bsc_[0-9a-f]{32}$/),
      ...{ ...nightly, tenant_id: tenants[0], type: 'tenant', keep_last: 7, expires_in_days: 30 },
      ...{ verify: false, label: null, is_enabled: true, last_run_at: null, last_status: null },
    });
    expect(Date.parse(made.next_run_at)).toBeGreaterThan(Date.now());
    expect((await operator.get(`${schedules}/${made.id}`)).body.data).toEqual(made);
    const listed = (await operator.get(`${schedules}?limit=1`)).body.data;
    expect(Object.values(listed)).toContainEqual([made]);
  });

  it('keeps backups as long as tenant_snapshot_days of the settings, as a backup does, unless it says so', async () => {
    await operator.patch('/admin/settings', { tenant_snapshot_days: 9 });
    expect(await create()).toMatchObject({ expires_in_days: 9 });
    expect(await create({ expires_in_days: 3 })).toMatchObject({ expires_in_days: 3 });
    const { created_at, expires_at } = (await operator.post(path, { tenant_id: tenants[0] })).body
      .data;
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(9 * 86_400_000);
    await operator.patch('/admin/settings', { tenant_snapshot_days: 30 });
  });

  it('is planned again when its time changes, and not while it is off', async () => {
    const { id, next_run_at } = await create();
    const renamed = (await operator.patch(`${schedules}/${id}`, { name: 'Other' })).body.data;
    expect(renamed.next_run_at).toBe(next_run_at);
    const off = (await operator.patch(`${schedules}/${id}`, { is_enabled: false })).body.data;
    expect(off.next_run_at).toBeNull();
    const on = { is_enabled: true, cron_expression: '0 0 1 1 *', timezone: 'UTC' };
    const again = (await operator.patch(`${schedules}/${id}`, on)).body.data;
    expect(again.next_run_at).toMatch(/-01-01T00:00:00/);
  });

  it.each([
    [{ cron_expression: 'every night' }, 400, 'cron_expression'],
    [{ timezone: 'Mars/Olympus' }, 400, 'timezone'],
    [{ tenant_id: 'ten_none' }, 400, 'tenant_id'],
    [{ keep_last: 0 }, 400, 'keep_last'],
    [{ expires_in_days: 3651 }, 400, 'expires_in_days'],
    [{ type: 'full' }, 409, undefined],
  ])('refuses %o', async (fields, status, param) => {
    const answer = await operator.post(schedules, { ...nightly, ...fields });
    expect([answer.status, answer.body.error.param]).toEqual([status, param]);
  });

  it('asks for one backup of each active tenant when it fires, once', async () => {
    const [first, second, third] = tenants as [string, string, string];
    await operator.post(`/admin/tenants/${second}/suspend`, {});
    const { id } = await create({ label: 'by night' });
    await makeDue(id);
    await Promise.all([fire(), fire()]);
    expect(await walk(id)).toBe(true);
    expect(await walk(id)).toBe(true);
    const made = await backups();
    expect(made.map(({ tenant_id }: { tenant_id: string }) => tenant_id).toSorted()).toEqual(
      [first, third].toSorted(),
    );
    expect(made[0]).toMatchObject({ source: 'schedule', status: 'pending', label: 'by night' });
    const fired = (await operator.get(`${schedules}/${id}`)).body.data;
    expect(fired).toMatchObject({ last_status: 'pending', last_run_at: expect.any(String) });
    expect(Date.parse(fired.next_run_at)).toBeGreaterThan(Date.now());
    await operator.post(`/admin/tenants/${second}/activate`);
  });

  it('fires although the time of another one cannot be read: that is logged', async () => {
    const [faulty, good] = [await create(), await create()];
    for (const { id } of [faulty, good]) await makeDue(id);
    await server.db.query(
      `update app.backup_schedules set cron_expression = 'no time', next_run_at = now() - interval '9 days' where id = $1`,
      [faulty.id],
    );
    expect(await fire()).toEqual([
      expect.stringContaining(`the backup schedule ${faulty.id} could not fire`),
    ]);
    const fired = (await operator.get(`${schedules}/${good.id}`)).body.data;
    expect(fired.last_run_at).toEqual(expect.any(String));
  });

  it('asks for no second one while the first waits', async () => {
    const { id } = await create({ tenant_id: tenants[0] });
    for (let n = 0; n < 2; n++) {
      await makeDue(id);
      await fire();
      await walk(id);
    }
    expect(await backups()).toHaveLength(1);
  });

  it('lets older backups expire beyond keep_last, and has them verified', async () => {
    const { id } = await create({ tenant_id: tenants[0], keep_last: 2, verify: true });
    const next = async (backup: string, changes: object) =>
      asWorker(server, 'select worker.backup_next($1, $2)', [backup, JSON.stringify(changes)]);
    for (let n = 0; n < 3; n++) {
      await makeDue(id);
      await fire();
      await walk(id);
      const [{ id: backup }] = await backups('?status=pending');
      await next(backup, { status: 'running' });
      await next(backup, { status: 'completed' });
      await asWorker(server, 'select worker.backup_verify_next($1, $2)', [
        backup,
        JSON.stringify({ verify_status: 'passed' }),
      ]);
    }
    const { rows } = await asWorker(server, 'select worker.backups_expire(10) as gone', []);
    expect(rows[0].gone).toHaveLength(1);
    expect(await backups('?status=completed')).toHaveLength(2);
    expect((await backups('?status=expired'))[0].id).toBe(rows[0].gone[0].id);
  });

  it('leaves its backups when it is deleted', async () => {
    const { id } = await create({ tenant_id: tenants[0] });
    await makeDue(id);
    await fire();
    await walk(id);
    expect((await operator.delete(`${schedules}/${id}`)).body.data).toEqual({ id, deleted: true });
    expect((await operator.get(`${schedules}/${id}`)).status).toBe(404);
    expect(await backups()).toHaveLength(1);
  });
});
