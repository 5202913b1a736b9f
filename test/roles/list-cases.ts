import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'role.list': { rows: [{ table: 'roles', set: { name: `'role-' || n` } }] },
  'user_role.list': {
    rows: async (db, { tenant, user_id }, from, to) => {
      await db.query(
        `insert into app.role_members (tenant_id, user_id, role_id)
         select r.tenant_id, $2, r.id from app.roles r where r.tenant_id = $1 and r.name = any (
           select 'role-' || n from generate_series($3::int, $4::int) n)`,
        [tenant, user_id, from, to],
      );
    },
  },
};
