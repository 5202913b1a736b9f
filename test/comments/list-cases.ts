import { copyRows } from '../support/copy-rows.ts';
import type { Growth, ListCases } from '../support/list-cases.ts';

const body = `case when n <= 10 then 'winter sale' else 'spring ' || n end`;

/** On an object, and as many on a file. */
const grow: Growth = async (db, { tenant, object_type_id, object_id, file_id }, from, to) => {
  const onObject = { object_type_id: `'${object_type_id}'`, object_id: `'${object_id}'`, body };
  await copyRows(db, tenant, { table: 'comments', set: onObject }, from, to);
  const onFile = {
    id: `'cmt_1' || lpad(to_hex(n), 31, '0')`,
    object_type_id: 'null',
    object_id: 'null',
    file_id: `'${file_id}'`,
    body,
  };
  await copyRows(db, tenant, { table: 'comments', set: onFile }, from, to);
};

export const listCases: ListCases = {
  'comment.list': {
    rows: grow,
    filters: ({ object_type_id, object_id, file_id }) => ({
      object_type_id: [object_type_id],
      object_id: [object_id],
      file_id: [file_id],
      query: ['winter', 'spring 77', 'nothing'],
    }),
  },
};
