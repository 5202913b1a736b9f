import type { ListCases } from '../support/list-cases.ts';
import { period } from '../support/period.ts';

const rare = (value: string, other: string) =>
  `case when n <= 10 then '${value}' else ${other} end`;

export const listCases: ListCases = {
  'platform_audit.list': {
    rows: async (db, _, from, to) => {
      await db.query(
        `insert into app.platform_audits (id, actor_id, actor_label, about_tenant, action, resource_type,
           resource_id, created_at)
         select app.new_id('evt'), case when n <= 10 then 'pkey_rare' else 'env' end, '',
           'ten_x', case when n <= 10 then 'user.banned' else 'object.updated' end,
           case when n <= 10 then 'user' else 'object' end, case when n <= 10 then 'usr_rare' else 'obj_' || n end,
           clock_timestamp()
         from generate_series($1::int, $2::int) n`,
        [from, to],
      );
    },
    filters: () => ({
      action: ['user.banned', 'user.*', 'object.updated', 'object.*'],
      actor: ['pkey_rare', 'env'],
      resource_id: ['usr_rare', 'obj_77'],
      ...{ since: period.from, until: period.to },
    }),
  },
  'tenant_audit.list': {
    // Grows with the list of the tenant's own.
    filters: () => ({
      action: ['user.banned', 'user.*', 'object.updated', 'object.*'],
      resource_type: ['user', 'object'],
      resource_id: ['usr_rare', 'obj_77'],
      actor: ['usr_rare', 'usr_common'],
      ...{ since: period.from, until: period.to },
    }),
  },
  'audit_log.list': {
    rows: [
      {
        table: 'journal',
        of: `s.resource_type = 'object'`,
        set: {
          xid: '(3 + n / 16)::text::xid8',
          type: rare('user.banned', `'object.updated'`),
          resource_type: rare('user', `'object'`),
          resource_id: rare('usr_rare', `'obj_' || n`),
          actor: `jsonb_build_object('type', 'user', 'id', ${rare('usr_rare', `'usr_common'`)})`,
        },
      },
    ],
    filters: () => ({
      action: ['user.banned', 'user.*', 'object.updated', 'object.*'],
      resource_type: ['user', 'object'],
      resource_id: ['usr_rare', 'obj_77'],
      actor_id: ['usr_rare', 'usr_common'],
      ...period,
    }),
  },
};
