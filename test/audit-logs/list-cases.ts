import type { ListCases } from '../support/list-cases.ts';
import { period } from '../support/period.ts';

const rare = (value: string, other: string) =>
  `case when n <= 10 then '${value}' else ${other} end`;

export const listCases: ListCases = {
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
