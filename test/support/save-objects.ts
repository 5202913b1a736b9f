import type pg from 'pg';

/** Gives objects one more property, or deletes them, in one statement, through the engine that a batch goes through. */
export async function saveObjects(
  db: pg.Pool,
  operation: 'update' | 'delete',
  typeId: string,
  ids: string[],
): Promise<void> {
  await db.query(
    `select cardinality(app.objects_save(t, $3, o.objects, o.properties))
     from app.object_types t, (
       select array_agg(o) as objects, array_agg(
         case $3 when 'update' then o.properties || '{"saved": true}' else o.properties end) as properties
       from app.objects o where o.object_type_id = $1 and o.id = any ($2)) o
     where t.id = $1`,
    [typeId, ids, operation],
  );
}
