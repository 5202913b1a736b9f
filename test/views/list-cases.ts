import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'view.list': { rows: [{ table: 'views', set: { is_default: 'false' } }] },
  'view.results': {
    // Of the objects that test/objects/list-cases.ts makes.
    rows: async (_, seeded, from) => {
      if (from > 1) return;
      const body = {
        name: 'A hundred',
        filters: { n: { gte: 700, lt: 800 } },
        sort: { property: 'n' },
      };
      const view = await seeded.api.post('/v1/object-types/things/views', body);
      seeded.view_id = view.body.data.id;
    },
    args: () => ({ object_type_id: 'things' }),
  },
};
