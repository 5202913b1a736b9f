import type { Growth, ListCases } from '../support/list-cases.ts';

/** Of the seeded integration. */
const grow: Growth = async (db, { tenant, ...seeded }, from, to) => {
  const { integration_id } = seeded as unknown as { integration_id: string };
  await db.query(
    `insert into app.integration_logs (tenant_id, id, integration_id, sync_id, level, direction, status, message, created_at)
     select $1, 'ilog_' || lpad(to_hex(n), 32, '0'), $2, 'sync_0', 'info', 'inbound', 'succeeded', 'Row ' || n, now()
     from generate_series($3::int, $4::int) n`,
    [tenant, integration_id, from, to],
  );
};

export const listCases: ListCases = {
  'integration.list': { rows: [{ table: 'integrations' }] },
  'integration.logs': { rows: grow },
};
