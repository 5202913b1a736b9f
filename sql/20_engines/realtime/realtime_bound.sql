create or replace function app.realtime_bound(p_tenant text, p_type_ids text[])
returns text[]
language sql stable as $$
  select coalesce(array_agg(b.id), '{}') from (
    select t.id::text from app.object_types t
    where t.tenant_id = p_tenant and t.id = any (p_type_ids) and t.policies ? 'select'
    union all
    select g.object_type_id from app.policies_gone g
    where g.tenant_id = p_tenant and g.object_type_id = any (p_type_ids)) b
$$;
comment on function app.realtime_bound is
  'Of some object types those whose objects policies hide from some callers';
