import { copyRows } from '../support/copy-rows.ts';
import type { Growth, ListCases } from '../support/list-cases.ts';

/** Objects with a number of their own, a group of eight and a code that ten share. */
const grow: Growth = async (db, { object_type_id }, from, to) => {
  await db.query(
    `with made as (
       select o.id, row_number() over (order by o.id) as i
       from app.object_types t, unnest(app.objects_create(t, array(
         select jsonb_build_object('n', n, 'group', n % 8, 'code', 'c' || n / 10,
           'title', case when n <= 10 then 'rare' else 'common' end)
         from generate_series($2::int, $3::int) n))) o
       where t.id = $1)
     select count(*) from made`,
    [object_type_id, from, to],
  );
};

export const listCases: ListCases = {
  'object.list': { rows: grow, sorts: ['id', 'created_at', 'n', 'group'] },
  'object.search': {
    filters: () => ({
      filters: [
        { code: 'c7' },
        { group: 3 },
        [{ or: [{ code: 'c7' }, { code: 'c9' }] }],
        { n: { gte: 700, lt: 800 } },
      ],
      query: ['rare'],
      properties: [['n']],
      include: [['associations', 'files']],
      highlight: [true],
    }),
    sorts: ['id', 'created_at', 'n', 'group'],
  },
  'object.trash': { rows: [{ table: 'objects', of: 's.is_deleted' }] },
  'object.versions': {
    rows: async (db, { tenant, object_id }, from, to) => {
      const of = `s.object_id = '${object_id}'`;
      await copyRows(
        db,
        tenant,
        { table: 'object_versions', of, set: { version: '2 + n' } },
        from,
        to,
      );
      await db.query('update app.objects set version = $3 where tenant_id = $1 and id = $2', [
        tenant,
        object_id,
        to + 3,
      ]);
    },
  },
};
