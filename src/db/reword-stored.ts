import type pg from 'pg';
import type { Logger } from 'pino';

const page = 1_000;
/** From here on scripts put no spaces between words: see app.words. */
const mayBeUnspaced = '[^\\u0001-\\u0dff]';

/**
 * Indexes the words of texts that earlier versions took for one word each. Repeatable.
 * @param client as the owner of the tables
 */
export async function rewordStored(client: pg.Client, log: Logger): Promise<void> {
  const objects = await reword(
    client,
    { table: 'objects', key: ['tenant_id', 'object_type_id', 'id'], text: 'properties::text' },
    `insert into app.object_search as s (tenant_id, object_type_id, object_id, document)
     select o.tenant_id, o.object_type_id, o.id, d.document
     from app.objects o
     join app.object_types t on t.tenant_id = o.tenant_id and t.id = o.object_type_id
     cross join lateral (select app.search_document(t.silent, o.properties) as document) d
     where o.tenant_id = $1 and o.object_type_id = $2 and o.id = any ($3) and not o.is_deleted and d.document <> ''
     on conflict (tenant_id, object_type_id, object_id) do update set document = excluded.document
     where s.document is distinct from excluded.document`,
  );
  const vectors = await reword(
    client,
    { table: 'vectors', key: ['tenant_id', 'collection', 'id'], text: 'text' },
    `insert into app.vector_words as w (tenant_id, collection, id, document)
     select v.tenant_id, v.collection, v.id, app.words(v.text) from app.vectors v
     where v.tenant_id = $1 and v.collection = $2 and v.id = any ($3) and app.words(v.text) <> ''
     on conflict (tenant_id, collection, id) do update set document = excluded.document
     where w.document is distinct from excluded.document`,
  );
  if (objects + vectors > 0) log.info({ objects, vectors }, 'indexed the words of texts again');
}

/** @param write is given a tenant, a type or collection, and ids in it */
async function reword(
  client: pg.Client,
  { table, key, text }: { table: string; key: string[]; text: string },
  write: string,
): Promise<number> {
  let after = ['', '', ''];
  let count = 0;
  for (;;) {
    const { rows } = await client.query<{ key: [string, string, string] }>(
      `select array[${key.map((name) => `${name}::text`)}] as key from app.${table}
       where (${key}) > ($1, $2, $3) and ${text} ~ '${mayBeUnspaced}' order by ${key} limit ${page}`,
      after,
    );
    const groups = Map.groupBy(rows, (row) => JSON.stringify(row.key.slice(0, 2)));
    for (const [group, members] of groups) {
      const ids = members.map((row) => row.key[2]);
      await client.query(write, [...JSON.parse(group), ids]);
    }
    count += rows.length;
    if (rows.length < page) return count;
    after = (rows.at(-1) as { key: string[] }).key;
  }
}
