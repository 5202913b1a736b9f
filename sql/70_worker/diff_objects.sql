create or replace function worker.diff_objects(
  p_tenant text, p_type text, p_after text, p_limit integer, p_ignored text[], p_match text default null)
returns table (id text, digest text, key text, bytes integer)
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  return query
    select o.id::text, md5(v.text), md5(nullif(o.properties->p_match, 'null')::text), octet_length(v.text)
    from app.objects o cross join lateral (select (o.properties - p_ignored)::text as text offset 0) v
    where o.tenant_id = p_tenant and o.object_type_id = p_type and o.id > p_after and not o.is_deleted
    order by o.id limit p_limit;
end $$;
comment on function worker.diff_objects is
  'The next live objects of a type, by id, each with a digest of its values, one of the property that names it (p_match), and how long its values are';
