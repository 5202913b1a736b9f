create or replace function worker.diff_objects_read(
  p_tenant text, p_type text, p_ids text[], p_ignored text[], p_match text default null)
returns table (id text, version integer, properties text, shown text, key text)
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  return query
    select o.id::text, o.version, o.properties::text, (o.properties - p_ignored)::text,
      left(o.properties->>p_match, 200)
    from app.objects o
    where o.tenant_id = p_tenant and o.object_type_id = p_type and o.id = any (p_ids) and not o.is_deleted;
end $$;
comment on function worker.diff_objects_read is 'Live objects of a type by their ids, with their values, and what names them (p_match)';
