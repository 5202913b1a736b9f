import { beforeAll, expect, it } from 'vitest';
import { createTenant, platformClient } from '../support/api.ts';
import { asWorker } from '../support/as-worker.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase();
const old = 'dif_00000000000000000000000000000001';
let tenant: string;
beforeAll(async () => {
  tenant = (await createTenant(server)).tenant.id;
});

const add = async (id: string, changes: number) => {
  await server.db.query(
    `insert into app.diffs (tenant_id, id, with_tenant, sections) values ($1, $2, 'ten_x', '{rows}')`,
    [tenant, id],
  );
  await server.db.query(
    `insert into app.diff_changes (tenant_id, diff_id, n, section, kind, key, action, fields)
     select $1, $2, n, 'rows', 'objects', 'obj_' || n, 'create', '[]' from generate_series(1, $3::int) n`,
    [tenant, id, changes],
  );
};
const left = async () =>
  (
    await server.db.query(
      `select d.id, (select count(*)::int from app.diff_changes c where c.diff_id = d.id) as changes
       from app.diffs d order by d.id`,
    )
  ).rows;
const expire = async () =>
  (await asWorker(server, 'select worker.diffs_expire(3) as is_done', [])).rows[0].is_done;

it('a comparison goes after 7 days in parts, and a newer one stays', async () => {
  const { rows } = await server.db.query(`select app.new_id('dif') as id`);
  await add(old, 7);
  await add(rows[0].id, 2);
  const recent = { id: rows[0].id, changes: 2 };
  for (const changes of [4, 1]) {
    expect(await expire()).toBe(false);
    expect(await left()).toEqual([{ id: old, changes }, recent]);
  }
  expect(await expire()).toBe(false);
  expect(await expire()).toBe(true);
  expect(await left()).toEqual([recent]);
});

it('a tenant that is still being loaded is neither compared nor exported', async () => {
  const operator = platformClient(server);
  const loading = (await createTenant(server)).tenant.id;
  await server.db.query(`update app.tenants set status = 'provisioning' where tenant_id = $1`, [
    loading,
  ]);
  const answers = [
    await operator.post(`/admin/tenants/${tenant}/diff`, { with: { tenant_id: loading } }),
    await operator.post(`/admin/tenants/${loading}/diff`, { with: { tenant_id: tenant } }),
    await operator.get(`/admin/tenants/${loading}/export`),
  ];
  for (const { status, body } of answers)
    expect([status, body.error.code]).toEqual([409, 'INVALID_STATE']);
});
