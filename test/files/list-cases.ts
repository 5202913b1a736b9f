import { type CopiesOf, copyRows } from '../support/copy-rows.ts';
import type { Growth, ListCases } from '../support/list-cases.ts';

const files: CopiesOf = {
  table: 'files',
  set: {
    filename: `case when n <= 10 then 'winter' else 'spring' end || n || '.txt'`,
    mime_type: `case when n <= 10 then 'image/png' else 'text/plain' end`,
    size_bytes: 'n',
    access: `case when n <= 10 then 'public' else 'authenticated' end`,
    folder: `case when n <= 10 then 'rare/below' else 'common/' || n % 3 end`,
    status: `case when n <= 10 then 'failed' else 'ready' end`,
    uploaded_by: `case when n <= 10 then 'usr_rare' else 'usr_common' end`,
    is_deleted: 'n % 2 = 0',
    deleted_at: `case when n % 2 = 0 then now() - make_interval(secs => n) end`,
    updated_at: `now() - make_interval(secs => n)`,
  },
};

const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
const now = new Date().toISOString();

/** Gives the files that were made as numbers `from` to `to` a tag and puts them into a collection. */
const label: Growth = async (db, { tenant, tag_id, collection_id }, from, to) => {
  await db.query(
    `with made as (
       select f.tenant_id, f.id, f.size_bytes as n from app.files f
       where f.tenant_id = $1 and f.size_bytes between $4 and $5 and f.uploaded_by in ('usr_rare', 'usr_common')),
     tagged as (
       insert into app.file_taggings (tenant_id, file_id, tag_id)
       select m.tenant_id, m.id, $2 from made m on conflict do nothing)
     insert into app.file_collection_items (tenant_id, collection_id, file_id, sort_order)
     select m.tenant_id, $3, m.id, m.n from made m on conflict do nothing`,
    [tenant, tag_id, collection_id, from, to],
  );
};

export const listCases: ListCases = {
  'file.search': {
    rows: async (db, seeded, from, to) => {
      await copyRows(db, seeded.tenant, files, from, to);
      await label(db, seeded, from, to);
    },
    filters: ({ object_type_id, object_id, tag_id, collection_id }) => ({
      mime_type: ['image/png', 'text/plain'],
      mime_category: ['image', 'text', 'video'],
      access: ['public', 'authenticated'],
      status: ['failed', 'ready'],
      folder: ['rare/below', 'rare/*', 'common/1', 'common/*'],
      filename: ['winter', 'nothing'],
      object_type_id: [object_type_id],
      object_id: [object_id],
      created_after: [hourAgo, '2000-01-01T00:00:00Z'],
      created_before: ['2000-01-01T00:00:00Z', now],
      tag_ids: [[tag_id]],
      collection_id: [collection_id],
      uploaded_by: ['usr_rare', 'usr_common'],
      min_size: [1, 1_000_000],
      max_size: [0, 1_000_000],
    }),
  },
  'file.folders': {},
  'file.trash': {},
  'file.versions': { rows: [{ table: 'file_versions', set: { version: '1 + n' } }] },
};
