import { beforeAll, expect, it } from 'vitest';
import { type Client, createTenant, platformClient } from '../support/api.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { backupOf, over, path } from './scene.ts';

const server = useOwnDatabase({ WORKER: 'on' });
let operator: Client;
beforeAll(() => {
  operator = platformClient(server);
});

/** The details of the refusal of a moment, which a worker may find. */
async function refusalOf(tenant: string, as_of: string) {
  const { status, body } = await until(
    () => operator.post(`/admin/tenants/${tenant}/restore`, { as_of }),
    (answer) => answer.status === 409,
  );
  expect([status, body.error.code]).toEqual([409, 'AS_OF_UNAVAILABLE']);
  return body.error.details;
}

it('refuses a moment of which the journal is not kept', async () => {
  const { tenant } = await createTenant(server);
  await server.db.query(
    "update app.tenants set created_at = '2020-01-01T00:00:00Z' where tenant_id = $1",
    [tenant.id],
  );
  const details = await refusalOf(tenant.id, '2020-06-01T00:00:00Z');
  expect(details.reason).toBe('journal');
  expect(Date.parse(details.earliest)).toBeGreaterThan(Date.parse('2020-06-01'));
});

it('refuses a moment before the tenant was loaded from a snapshot', async () => {
  const { tenant } = await createTenant(server);
  const backup = await backupOf(operator, tenant.id);
  const begun = await operator.post(`${path}/${backup.id}/restore`, {
    ...{ mode: 'new_tenant', name: 'Loaded later' },
  });
  const restore = await over(operator, `/admin/restores/${begun.body.data.id}`);
  const details = await refusalOf(restore.target_tenant_id, backup.snapshot_at);
  expect(details.reason).toBe('loaded');
  expect(Date.parse(details.earliest)).toBeGreaterThan(Date.parse(backup.snapshot_at));
});
