import type pg from 'pg';

const chunk = 500;

/**
 * Creates many objects in one statement, through the engine that a batch goes through but without its limit; in the
 * tenant's context, which a node of a cluster asks for.
 * @param properties SQL for the properties of object number `i`, from 1: `jsonb_build_object('n', i)`
 * @returns their ids, in order
 */
export async function seedObjects(
  db: pg.Pool,
  typeId: string,
  count: number,
  properties: string,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select o.id::text from generate_series(1, $2::int, $3::int) first,
       app.object_types t,
       set_config('app.tenant_id', t.tenant_id, true) tenant,
       app.objects_create(row(t.*)::app.object_types, array(
         select ${properties} from generate_series(first, least(first + $3::int - 1, $2::int)) i
         where tenant is not null)) made,
       unnest(made) o
     where t.id = $1 order by 1`,
    [typeId, count, chunk],
  );
  return rows.map(({ id }) => id);
}
