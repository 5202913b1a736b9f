create or replace function api.object_type_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_own(tenant, args->>'object_type_id');
  v_dependencies jsonb := app.object_type_dependencies(v_type);
  v_refusal json;
  v_done text;
begin
  v_done := app.unchanged_check(v_type.updated_at, args);
  if v_dependencies <> '[]' then
    v_refusal := app.confirm(tenant, 'object_type', v_type.id, v_dependencies,
      case when args @> '{"force":true}' then args->>'confirm_token' end);
    if v_refusal is not null then return v_refusal; end if;
  end if;

  if v_type.policies is not null or v_type.user_access = 'private' then
    insert into app.policies_gone (tenant_id, object_type_id, had_policies)
    values (tenant, v_type.id, v_type.policies is not null);
  end if;
  perform app.object_type_purge_rows(v_type);
  -- Takes properties, counters, views and policies along.
  delete from app.object_types t where t.tenant_id = tenant and t.id = v_type.id;
  perform app.policies_refresh_with(tenant, v_type.id);
  v_done := app.journal_write(tenant, 'object_type.deleted', 'object_type', v_type.id,
    null, app.object_type_json(v_type), p_object_type_id => v_type.id);
  return json_build_object('id', v_type.id, 'deleted', true);
end $$;
comment on function api.object_type_delete is
  'Delete an object type with its properties and objects';
