import type { Seed, SeedRows } from '../support/group-seeds.ts';

export const seed: Seed = async (api, marker) => {
  const { body } = await api.post('/v1/sandboxes', { name: marker });
  return { sandbox_id: body.data.id };
};

/** One whose making has failed. */
export const seedRows: SeedRows = async (db, tenantId, marker) => {
  await db.query(
    `insert into app.sandboxes (tenant_id, id, name, data, is_masked, status, target_tenant, error, created_by, created_at, expires_at)
     values ($1, $3, $2, 'all', true, 'failed', $2, $2, $2, now(), now() + interval '1 day')`,
    [tenantId, marker, `sbx_${marker}`],
  );
};

export const notWritten = { sandboxes: /^(data|status)$/ };
