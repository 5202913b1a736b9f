import type { ListCases } from '../support/list-cases.ts';
import { period } from '../support/period.ts';

export const listCases: ListCases = {
  'event.list': {
    rows: [
      {
        table: 'journal',
        of: `s.resource_type = 'event'`,
        set: {
          xid: '(3 + n / 16)::text::xid8',
          resource_id: `case when n <= 10 then 'rare' else 'common' end`,
        },
      },
    ],
    filters: () => ({ event_type: ['rare', 'common'], ...period }),
  },
  'change.list': {
    scans: 20_000,
    filters: ({ object_type_id }) => ({
      types: [['event.*'], ['object.created']],
      object_type: [object_type_id],
    }),
  },
};
