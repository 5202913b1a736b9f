create or replace function app.export_versions(p_type app.object_types, p_ids text[])
returns jsonb
language plpgsql stable as $$
declare v_filter app.filter := app.policy_filter(p_type, 'select');
begin
  return (
    select json_object_agg(v.object_id, v.list)::jsonb
    from (
      select v.object_id, json_agg(jsonb_build_object('version', v.version,
        'properties', v.properties, 'operation', v.operation, 'is_deleted', v.is_deleted,
        'created_at', v.created_at, 'created_by', v.created_by) order by v.version desc)::jsonb as list
      from unnest(p_ids) i(id)
      cross join lateral (
        select o.* from app.objects o
        where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id and o.id = i.id
        offset 0) o
      cross join lateral (
        select * from app.object_versions v
        where v.tenant_id = p_type.tenant_id and v.object_type_id = p_type.id
          and v.object_id = o.id and app.filter_holds(v_filter,
            app.object_as(row(o.*)::app.objects, row(v.*)::app.object_versions))
        offset 0) v
      group by v.object_id) v);
end $$;
comment on function app.export_versions is
  'The past versions of objects that the caller may see, newest first, as {object id: [version]}';
