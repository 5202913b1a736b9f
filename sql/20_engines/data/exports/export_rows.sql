create or replace function app.export_rows(
  p_type app.object_types, p_objects app.objects[], p_files jsonb, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_filter app.filter := app.policy_filter(p_type, 'select');
  v_policies jsonb := app.policies_of_caller(p_type.tenant_id);
  v_ids text[] := array(select o.id from unnest(p_objects) o);
  v_versions jsonb;
  v_associations jsonb;
begin
  if args->'include' ? 'versions' then
    select jsonb_object_agg(v.object_id, v.list) into v_versions
    from (
      select v.object_id, jsonb_agg(jsonb_build_object('version', v.version,
        'properties', v.properties, 'operation', v.operation, 'is_deleted', v.is_deleted,
        'created_at', v.created_at, 'created_by', v.created_by) order by v.version desc) as list
      from unnest(p_objects) o
      cross join lateral (
        select * from app.object_versions v
        where v.tenant_id = p_type.tenant_id and v.object_type_id = p_type.id
          and v.object_id = o.id
          and app.filter_holds(v_filter, app.object_as(o, row(v.*)::app.object_versions))
        offset 0) v
      group by v.object_id) v;
  end if;
  if args->'include' ? 'associations' then
    select jsonb_object_agg(a.from_id, a.list) into v_associations
    from (
      select a.from_id, jsonb_agg(jsonb_build_object('association_type', a.association_type,
        'to_type', a.to_type_id, 'to_id', a.to_id, 'meta', a.meta) order by a.id) as list
      from app.associations a
      where a.tenant_id = p_type.tenant_id and a.from_type_id = p_type.id
        and a.from_id = any (v_ids) and not a.is_hidden
        and (v_policies is null
          or app.policies_show(v_policies, a.tenant_id, a.to_type_id, a.to_id))
      group by a.from_id) a;
  end if;
  return (
    select coalesce(json_agg(case when args ? 'include' then json_build_object(
        'object', app.object_json(o),
        'versions', coalesce(v_versions->o.id, '[]'),
        'associations', coalesce(v_associations->o.id, '[]'),
        'files', coalesce(p_files->o.id, '[]'))
      else json_build_object('object', app.object_json(o)) end), '[]')
    from unnest(p_objects) o);
end $$;
comment on function app.export_rows is
  'Objects as the writers of exports take them: {object, versions?, associations?, files?}; p_files '
  'is what app.files_exported answers for them';
