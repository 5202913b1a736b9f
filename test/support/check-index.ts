import type pg from 'pg';
import { inject } from 'vitest';
import { tenantsMadeWith } from './api.ts';

/** Each query finds what must not be; the first column says what, in words. */
const checks = [
  `-- every index row that must be there, and none besides
   with expected as (
     select t.tenant_id, e.* from app.object_types t
     cross join lateral (
       select array(select row(o.*)::app.objects from app.objects o where (o.tenant_id, o.object_type_id) = (t.tenant_id, t.id)) as all) o
     cross join lateral app.index_columns(row(t.*)::app.object_types, o.all) c
     cross join lateral unnest(c.property_ids, c.texts, c.numbers, c.object_ids, c.uniques)
       e (property_id, text_value, number_value, object_id, is_unique))
   select format('object_index %s %s of %s', case when a.object_id is null then 'misses' else 'has' end,
     coalesce(a.object_id, e.object_id), coalesce(p.name, 'a property that is gone'))
   from expected e
   full join app.object_index a on (a.tenant_id, a.property_id, a.text_value, a.number_value, a.object_id, a.is_unique)
     = (e.tenant_id, e.property_id, e.text_value, e.number_value, e.object_id, e.is_unique)
   left join app.properties p on p.tenant_id = coalesce(a.tenant_id, e.tenant_id) and p.id = coalesce(a.property_id, e.property_id)
   where (a.object_id is null and p.index_status is distinct from 'building') or e.object_id is null`,

  `-- what writes read of the properties is what the properties say
   select format('object_types.definition of %s is stale', t.name) from app.object_types t
   where t.definition <> (
     select coalesce(jsonb_object_agg(p.name, app.property_definition(row(p.*)::app.properties)), '{}') from app.properties p
     where (p.tenant_id, p.object_type_id) = (t.tenant_id, t.id))`,

  `select format('object_types.names, plain or formatted of %s is stale', t.name) from app.object_types t
   where (t.names, t.plain::text, t.formatted) is distinct from (
     array(select jsonb_object_keys(t.definition)), app.plain_path(t.definition)::text,
     app.formatted_names(t.definition))`,

  `select format('object_types.indexed of %s is stale', t.name) from app.object_types t
   where t.indexed <> array(
     select row(p.id, p.name, p.is_unique)::app.indexed_property from app.properties p
     where (p.tenant_id, p.object_type_id) = (t.tenant_id, t.id) and p.index_status in ('building', 'ready')
     order by p.id)`,

  `-- the counters are what one would count
   select format('object_counts of %s say %s live and %s trashed, there are %s and %s', t.name, c.live, c.trashed, o.live, o.trashed)
   from app.object_types t
   cross join lateral app.object_total(t.tenant_id, t.id) c
   cross join lateral (
     select count(*) filter (where not o.is_deleted) as live, count(*) filter (where o.is_deleted) as trashed
     from app.objects o where (o.tenant_id, o.object_type_id) = (t.tenant_id, t.id)) o
   where (c.live, c.trashed) <> (o.live, o.trashed)`,

  `-- an object at version n has the versions 1 to n - 1
   select format('object_versions of %s: %s, at version %s', o.id, v.versions, o.version) from app.objects o
   cross join lateral (
     select coalesce(array_agg(v.version order by v.version), '{}') as versions from app.object_versions v
     where (v.tenant_id, v.object_type_id, v.object_id) = (o.tenant_id, o.object_type_id, o.id)) v
   where v.versions <> array(select generate_series(1, o.version - 1))`,

  `-- nothing is left of what is gone
   select format('object_versions of %s, which is gone', v.object_id) from app.object_versions v
   where not exists (
     select 1 from app.objects o where (o.tenant_id, o.object_type_id, o.id) = (v.tenant_id, v.object_type_id, v.object_id))`,

  `-- what the journal saw last is what is there
   with seen as (
     select j.tenant_id, j.resource_id, max((j.after->>'version')::integer) as version, count(*) as rows
     from app.journal j where j.resource_type = 'object' group by 1, 2)
   select format('journal of %s ends with %s after %s rows, the object is at %s', o.id, s.version, s.rows, o.version)
   from app.objects o left join seen s on (s.tenant_id, s.resource_id) = (o.tenant_id, o.id)
   where (s.version = o.version and s.rows = o.version) is not true`,
];

/** A check of one tenant, so that a cluster asks only its node. */
const ofTenant = (check: string) =>
  check.replaceAll(
    /\b(from|join) (app\.[a-z_]+) /g,
    '$1 (select * from $2 where tenant_id = $$1) ',
  );

/**
 * Inconsistencies in a database: index rows, definitions, counters, versions and the journal, against the
 * objects themselves. Empty when all is well. On a cluster, of the tenants that were made with this pool.
 */
export async function checkIndex(db: pg.Pool | pg.ClientBase): Promise<string[]> {
  const problems: string[] = [];
  const check = async (text: string, values: string[]) => {
    const { rows } = await db.query<[string]>({
      text: `${text} limit 20`,
      values,
      rowMode: 'array',
    });
    problems.push(...rows.map(([problem]) => problem));
  };
  if (inject('server').isCluster) {
    for (const tenant of tenantsMadeWith(db))
      for (const text of checks) await check(ofTenant(text), [tenant]);
  } else for (const text of checks) await check(text, []);
  return problems;
}
