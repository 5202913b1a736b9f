import { expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { asWorker } from '../support/as-worker.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase();

const add = (days: number, tenant: string | null, action: string) =>
  server.db.query(
    `insert into app.platform_audits (id, actor_id, actor_label, about_tenant, action, resource_type, resource_id,
       before, after, created_at)
     values (app.event_id_at(now() - make_interval(days => $1)), 'pkey_x', 'CI', $2, $3, 'tenant', 'ten_x',
       '{"name": "before"}', '{"name": "after"}', now() - make_interval(days => $1))`,
    [days, tenant, action],
  );
const retire = async () =>
  (await asWorker(server, 'select worker.platform_audits_retire(400, 30, 2) as is_done', []))
    .rows[0].is_done;
const left = async () =>
  (
    await server.db.query(
      `select action, actor_label, before, after from app.platform_audits where actor_id = 'pkey_x' order by action`,
    )
  ).rows;

it('the operator’s audit log loses old rows in parts, and the values of a deleted tenant with its journal', async () => {
  const [living, gone] = [await createTenant(server), await createTenant(server)];
  await server.db.query(
    `update app.tenants set status = 'deleted', deleted_at = now() where tenant_id = $1`,
    [gone.tenant.id],
  );
  for (const [n, days] of [401, 402, 403].entries()) await add(days, null, `old.${n}`);
  await add(399, living.tenant.id, 'a.living');
  await add(31, gone.tenant.id, 'b.gone');
  await add(29, gone.tenant.id, 'c.recent');
  expect(await retire()).toBe(false);
  expect((await left()).map(({ action }) => action)).toHaveLength(4);
  expect(await retire()).toBe(false);
  expect(await retire()).toBe(false);
  expect(await retire()).toBe(true);
  const values = { before: { name: 'before' }, after: { name: 'after' } };
  expect(await left()).toEqual([
    { action: 'a.living', actor_label: 'CI', ...values },
    { action: 'b.gone', actor_label: 'CI', before: null, after: null },
    { action: 'c.recent', actor_label: 'CI', ...values },
  ]);
});
