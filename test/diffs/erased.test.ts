import { expect, it } from 'vitest';
import { askedInto, backupOf, remove } from '../backups/scene.ts';
import { createTenant, platformClient } from '../support/api.ts';
import { asWorker } from '../support/as-worker.ts';
import { defineType } from '../support/define-type.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { changesOf, diff } from './scene.ts';

const server = useOwnDatabase({ WORKER: 'on' });

it('comparisons keep no values of an erased user, and those with another tenant go', async () => {
  const operator = platformClient(server);
  const [api, other] = [await createTenant(server), await createTenant(server)];
  const { path } = await defineType(api, { title: 'string' });
  const ada = await createUser(api, {
    email: 'ada@example.com',
    user_metadata: { name: 'Ada Lovelace' },
  });
  const { body } = await api.post(path, { properties: { title: 'of ada@example.com' } });
  const { id: backup } = await backupOf(operator, api.tenant.id);
  // A restore that waits for its confirmation has compared the people as well.
  await api.patch(`/v1/users/${ada.user.id}`, { user_metadata: { name: 'Ada Byron' } });
  await api.patch(`${path}/${body.data.id}`, { properties: { title: 'gone' } });
  expect((await askedInto(operator, backup, { mode: 'in_place' })).status).toBe(409);
  // Other tenants show it, one side and the other.
  const shown = await diff(server, other, api);
  const back = await diff(server, api, other);
  await api.patch(`${path}/${body.data.id}`, { properties: { title: 'of ada@example.com' } });
  const again = await diff(server, other, api);
  const held = async (tenant: string) =>
    (
      await server.db.query(
        `select c.kind from app.diff_changes c
         where c.tenant_id = $1 and c::text ~* 'ada@example|lovelace|byron' order by 1`,
        [tenant],
      )
    ).rows.map(({ kind }) => kind);
  expect(await held(api.tenant.id)).toEqual(expect.arrayContaining(['objects', 'users']));
  expect(await held(other.tenant.id)).toEqual(['objects']);

  await remove(api, `/v1/users/${ada.user.id}`, 'force=true&erase=true');
  await until(
    async () => (await api.get(`/v1/users/${ada.user.id}/erasure`)).body.data.status,
    (status) => status === 'waiting',
  );
  await until(
    () => held(api.tenant.id),
    (kinds) => kinds.length === 0,
  );
  expect((await changesOf(server, back.id)).length).toBeGreaterThan(0);

  // Not while it is applied.
  const restore = `insert into app.restores (id, mode, source, status, target_tenant, created_by, created_at)
    values ($1, 'apply', 'diff', 'running', $2, 'platform', now())`;
  const restoreId = 'rst_00000000000000000000000000000001';
  await server.db.query(restore, [restoreId, other.tenant.id]);
  await server.db.query('update app.diffs set restore_id = $1 where id = $2', [
    restoreId,
    again.id,
  ]);
  const expire = async () => {
    while (!(await asWorker(server, 'select worker.diffs_expire(1) as done', [])).rows[0].done);
  };
  await expire();
  const there = async ({ id }: { id: string }) => (await operator.get(`/admin/diffs/${id}`)).status;
  expect([await there(shown), await there(again), await there(back)]).toEqual([404, 200, 200]);
  await server.db.query(`update app.restores set status = 'completed' where id = $1`, [restoreId]);
  await expire();
  expect([await there(again), await held(other.tenant.id)]).toEqual([404, []]);
  // One that was made since knows nothing of them.
  const since = await diff(server, other, api);
  await expire();
  expect(await there(since)).toBe(200);
});
