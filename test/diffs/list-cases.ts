import type { ListCases } from '../support/list-cases.ts';

/** A comparison whose changes are listed. */
const diff_id = 'dif_00000000000000000000000000000000';
const added = `insert into app.diffs (tenant_id, id, with_tenant, sections, status)`;

export const listCases: ListCases = {
  'diff.list': {
    rows: async (db, { tenant }, from, to) => {
      await db.query(
        `${added} select $1, app.new_id('dif'), 'ten_x', '{schema}',
           case when n <= 10 then 'failed' else 'completed' end from generate_series($2::int, $3::int) n`,
        [tenant, from, to],
      );
    },
    filters: () => ({ status: ['failed', 'completed'] }),
    scans: 20_000,
  },
  'diff_change.list': {
    // The doorway adds the tenant, which it learns from the id.
    args: (seeded) => ({ diff_id, tenant_id: (seeded as unknown as { tenant: string }).tenant }),
    rows: async (db, { tenant }, from, to) => {
      await db.query(
        `${added} values ($1, $2, 'ten_x', '{schema}', 'completed') on conflict do nothing`,
        [tenant, diff_id],
      );
      await db.query(
        `insert into app.diff_changes (tenant_id, diff_id, n, section, kind, key, action, fields)
         select $1, $2, n, case when n <= 10 then 'schema' else 'rows' end,
           case when n <= 10 then 'roles' else 'objects' end, 'k' || n, 'create', '[]'
         from generate_series($3::int, $4::int) n`,
        [tenant, diff_id, from, to],
      );
    },
    filters: () => ({ section: ['schema', 'rows'], kind: ['roles', 'objects'] }),
    scans: 20_000,
  },
};
