import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'object_type.list': {
    rows: [{ table: 'object_types', set: { name: `'type-' || n` } }],
    filters: () => ({ include: [['properties', 'relations']] }),
  },
  'property.list': { rows: [{ table: 'properties', set: { name: `'property_' || n` } }] },
};
