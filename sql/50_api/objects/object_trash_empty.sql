create or replace function api.object_trash_empty(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_hold(tenant, args->>'object_type_id');
  v_trashed bigint := (app.object_total(tenant, v_type.id)).trashed;
  v_refusal json;
  v_objects app.objects[];
begin
  if v_trashed = 0 then return json_build_object('deleted', true, 'count', 0); end if;
  v_refusal := app.confirm(tenant, 'trash', v_type.id, app.dependencies(array[row('object', v_trashed)::app.dependency]), args->>'confirm_token');
  if v_refusal is not null then return v_refusal; end if;
  v_objects := array(
    select o from app.objects o
    where o.tenant_id = tenant and o.object_type_id = v_type.id and o.is_deleted order by o.id for update);
  perform app.objects_purge(v_type, v_objects);
  return json_build_object('deleted', true, 'count', cardinality(v_objects));
end $$;
comment on function api.object_trash_empty is 'Empty the trash';
