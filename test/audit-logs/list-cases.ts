import { type ListCases, period } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'audit_log.list': {
    rows: [
      {
        table: 'journal',
        of: `s.resource_type = 'object'`,
        set: {
          xid: '(3 + n / 16)::text::xid8',
          type: `case when n <= 10 then 'object.purged' else 'object.updated' end`,
          resource_type: `case when n <= 10 then 'rare' else 'object' end`,
          resource_id: `case when n <= 10 then 'rare' else 'obj_' || n end`,
          actor: `jsonb_build_object('type', 'api_key', 'id', case when n <= 10 then 'rare' else 'common' end)`,
        },
      },
    ],
    filters: () => ({
      action: ['object.purged', 'object.updated', 'object.*'],
      resource_type: ['rare', 'object'],
      resource_id: ['rare', 'obj_77'],
      actor_id: ['rare', 'common'],
      ...period,
    }),
  },
};
