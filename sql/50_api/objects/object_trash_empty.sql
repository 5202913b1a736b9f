create or replace function api.object_trash_empty(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_hold(tenant, args->>'object_type_id');
  v_filter app.filter := app.policy_filter(v_type, 'select');
  v_trashed bigint := case when v_filter.condition is null
    then (app.object_total(tenant, v_type.id)).trashed
    else app.trash_count(v_type, v_filter, null) end;
  v_now timestamptz := clock_timestamp();
  v_refusal json;
  v_objects app.objects[];
  v_last text := '';
  v_count integer := 0;
begin
  if v_trashed = 0 then return json_build_object('deleted', true, 'count', 0); end if;
  v_refusal := app.confirm(tenant, 'trash', v_type.id,
    app.dependencies(array[row('object', v_trashed)::app.dependency]), args->>'confirm_token');
  if v_refusal is not null then return v_refusal; end if;
  loop
    v_objects := array(
      select row(o.*)::app.objects as o from app.objects o
      where o.tenant_id = tenant and o.object_type_id = v_type.id and o.is_deleted and o.id > v_last
        and app.filter_holds(v_filter, row(o.*)::app.objects)
        and o.updated_at <= v_now  -- what is thrown away meanwhile, no one has agreed to lose
      order by o.id limit 1000 for update);
    exit when cardinality(v_objects) = 0;
    perform app.objects_purge(v_type, v_objects);
    v_last := (v_objects[cardinality(v_objects)]).id;
    v_count := v_count + cardinality(v_objects);
  end loop;
  return json_build_object('deleted', true, 'count', v_count);
end $$;
comment on function api.object_trash_empty is 'Empty the trash';
