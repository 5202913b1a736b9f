import { expect, it } from 'vitest';
import { newId } from '../../src/db/new-id.ts';
import { createTenant, platformClient } from '../support/api.ts';
import { untilBlocked } from '../support/until-blocked.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();

it('lets one of two requests at the same moment begin a restore into a tenant', async () => {
  const { tenant } = await createTenant(server);
  const { rows } = await server.db.query('select app.utc(clock_timestamp()) as now');
  const other = await server.db.connect();
  try {
    await other.query('begin');
    await other.query(
      `insert into app.restores (id, mode, source, status, target_tenant, created_by, created_at)
       values ($1, 'merge', 'versions', 'pending', $2, 'env', now())`,
      [newId('rst'), tenant.id],
    );
    const asked = platformClient(server).post(`/admin/tenants/${tenant.id}/restore`, {
      as_of: rows[0].now,
    });
    await untilBlocked(server.db, other);
    await other.query('commit');
    const { status, body } = await asked;
    expect([status, body.error.code]).toEqual([409, 'INVALID_STATE']);
    expect(body.error.message).toContain('at the same moment');
  } finally {
    other.release(true);
    await server.db.query(`update app.restores set status = 'cancelled' where target_tenant = $1`, [
      tenant.id,
    ]);
  }
});
