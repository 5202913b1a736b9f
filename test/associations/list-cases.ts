import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'association.list': {
    rows: [
      {
        table: 'associations',
        set: {
          association_type: `case when n <= 10 then 'rare' else 'near' end`,
          to_id: `'obj_' || lpad(to_hex(n), 32, '0')`,
        },
      },
      {
        table: 'associations',
        set: {
          id: `'as_1' || lpad(to_hex(n), 31, '0')`,
          association_type: `case when n <= 10 then 'rare' else 'near' end`,
          from_id: `'obj_' || lpad(to_hex(n), 32, '0')`,
          to_type_id: 's.from_type_id',
          to_id: 's.from_id',
        },
      },
    ],
    filters: () => ({
      direction: ['outgoing', 'incoming', 'both'],
      association_type: ['rare', 'near'],
    }),
  },
  'association_type.list': {
    rows: [
      {
        table: 'association_types',
        set: { name: `'type-' || n`, inverse_name: `'inverse-' || n` },
      },
    ],
  },
};
