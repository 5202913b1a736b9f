import { copyRows } from '../support/copy-rows.ts';
import type { Growth, ListCases } from '../support/list-cases.ts';

/** Objects with a number of their own, in one of eight groups, with a code that ten share and words. */
const grow: Growth = async (db, { api }, from, to) => {
  if (from === 1) {
    await api.post('/v1/object-types', { name: 'things' });
    for (const [name, data_type] of [
      ['n', 'integer'],
      ['group', 'integer'],
      ['code', 'string'],
      ['title', 'string'],
    ])
      await api.post('/v1/object-types/things/properties', {
        name,
        data_type,
        is_indexed: name !== 'title',
      });
  }
  await db.query(
    `select count(*) from app.object_types t, app.objects_create(row(t.*)::app.object_types, array(
       select jsonb_build_object('n', n, 'group', n % 8, 'code', 'c' || n / 10,
         'title', case when n <= 10 then 'rare' else 'common' end)
       from generate_series($2::int, $3::int) n))
     where t.tenant_id = $1 and t.name = 'things'`,
    [api.tenant.id, from, to],
  );
};
const ofThings = () => ({ object_type_id: 'things' });

export const listCases: ListCases = {
  'object.list': {
    rows: grow,
    args: ofThings,
    sorts: ['id', 'created_at', 'n', 'group'],
  },
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
    args: ofThings,
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
