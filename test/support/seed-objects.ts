import type pg from 'pg';

/**
 * Creates many objects in one statement, as a batch does but without its limit.
 * @param properties SQL for the properties of object number `i`, from 1: `jsonb_build_object('n', i)`
 * @returns their ids, in order
 */
export async function seedObjects(
  db: pg.Pool,
  typeId: string,
  count: number,
  properties: string,
): Promise<string[]> {
  const { rows } = await db.query<{ ids: string[] }>(
    `select array(select id::text from unnest(app.objects_create(t,
       array(select ${properties} from generate_series(1, $2::int) i)))) as ids
     from app.object_types t where t.id = $1`,
    [typeId, count],
  );
  return rows[0]?.ids ?? [];
}
