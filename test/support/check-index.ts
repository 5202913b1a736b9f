import type pg from 'pg';
import { inject } from 'vitest';
import { tenantsMadeWith } from './api.ts';

/** The rows of one tenant, so that a cluster asks its node alone. */
const ofTenant = [
  'object_types',
  'properties',
  'objects',
  'object_index',
  'object_versions',
  'journal',
]
  .map((table) => `${table} as not materialized (select * from app.${table} where tenant_id = $1)`)
  .join(', ');

/** Each query finds what must not be of a tenant; the first column says what, in words. */
const checks = [
  `-- every index row that must be there, and none besides
   with expected as (
     select e.* from object_types t
     cross join lateral (
       select array(select row(o.*)::app.objects from objects o where o.object_type_id = t.id) as all) o
     cross join lateral app.index_entries(row(t.*)::app.object_types, o.all) e)
   select format('object_index %s %s of %s', case when a.object_id is null then 'misses' else 'has' end,
     coalesce(a.object_id, e.object_id), coalesce(p.name, 'a property that is gone'))
   from expected e
   full join object_index a on (a.property_id, a.text_value, a.number_value, a.object_id, a.is_unique)
     = (e.property_id, e.text_value, e.number_value, e.object_id, e.is_unique)
   left join properties p on p.id = coalesce(a.property_id, e.property_id)
   where (a.object_id is null and p.index_status is distinct from 'building') or e.object_id is null`,

  `-- what writes read of the properties is what the properties say
   select format('object_types.definition of %s is stale', t.name) from object_types t
   where t.definition <> (
     select coalesce(jsonb_object_agg(p.name, app.property_definition(row(p.*)::app.properties)), '{}') from properties p
     where p.object_type_id = t.id)`,

  `select format('object_types.names, plain or formatted of %s is stale', t.name) from object_types t
   where (t.names, t.plain::text, t.formatted) is distinct from (
     array(select jsonb_object_keys(t.definition)), app.plain_path(t.definition)::text,
     app.formatted_names(t.definition))`,

  `select format('object_types.indexed of %s is stale', t.name) from object_types t
   where t.indexed <> array(
     select row(p.id, p.name, p.is_unique)::app.indexed_property from properties p
     where p.object_type_id = t.id and p.index_status in ('building', 'ready')
     order by p.id)`,

  `-- the counters are what one would count
   select format('object_counts of %s say %s live and %s trashed, there are %s and %s', t.name, c.live, c.trashed, o.live, o.trashed)
   from object_types t
   cross join lateral app.object_total(t.tenant_id, t.id) c
   cross join lateral (
     select count(*) filter (where not o.is_deleted) as live, count(*) filter (where o.is_deleted) as trashed
     from objects o where o.object_type_id = t.id) o
   where (c.live, c.trashed) <> (o.live, o.trashed)`,

  `-- an object at version n has the versions 1 to n - 1
   select format('object_versions of %s: %s, at version %s', o.id, v.versions, o.version) from objects o
   cross join lateral (
     select coalesce(array_agg(v.version order by v.version), '{}') as versions from object_versions v
     where (v.object_type_id, v.object_id) = (o.object_type_id, o.id)) v
   where v.versions <> array(select generate_series(1, o.version - 1))`,

  `-- nothing is left of what is gone
   select format('object_versions of %s, which is gone', v.object_id) from object_versions v
   where not exists (
     select 1 from objects o where (o.object_type_id, o.id) = (v.object_type_id, v.object_id))`,

  `-- what the journal saw last is what is there
   with seen as (
     select j.resource_id, max((j.after->>'version')::integer) as version, count(*) as rows
     from journal j where j.resource_type = 'object' group by 1)
   select format('journal of %s ends with %s after %s rows, the object is at %s', o.id, s.version, s.rows, o.version)
   from objects o left join seen s on s.resource_id = o.id
   where (s.version = o.version and s.rows = o.version) is not true`,
];

/**
 * What does not fit together in a database: index rows, definitions, counters, versions and the journal, against the
 * objects themselves. Empty when all is well. On a cluster, of the tenants that were made with this pool.
 */
export async function checkIndex(db: pg.Pool | pg.ClientBase): Promise<string[]> {
  const tenants = inject('server').isCluster ? tenantsMadeWith(db) : await allTenants(db);
  const problems: string[] = [];
  for (const tenant of tenants) {
    for (const check of checks) {
      const text = `with ${ofTenant} select * from (${check}) problems limit 20`;
      const { rows } = await db.query<[string]>({ text, values: [tenant], rowMode: 'array' });
      problems.push(...rows.map(([problem]) => problem));
    }
  }
  return problems;
}

async function allTenants(db: pg.Pool | pg.ClientBase): Promise<string[]> {
  const { rows } = await db.query<{ tenant_id: string }>(`
    select tenant_id from app.tenants union select tenant_id from app.objects
    union select tenant_id from app.object_index`);
  return rows.map(({ tenant_id }) => tenant_id);
}
